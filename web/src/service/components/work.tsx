// Work that may fail: runs it, and shows its error.
import { useSignal, type Signal } from "@preact/signals";
import { Stopped } from "../http";

export interface Work {
  busy: Signal<boolean>;
  failure: Signal<string>;
  run(work: () => Promise<void>): Promise<void>;
}

export function useWork(): Work {
  const busy = useSignal(false);
  const failure = useSignal("");
  const run = async (work: () => Promise<void>): Promise<void> => {
    busy.value = true;
    failure.value = "";
    try {
      await work();
    } catch (error) {
      if (error instanceof Stopped) return;
      failure.value = error instanceof Error ? error.message : String(error);
    } finally {
      busy.value = false;
    }
  };
  return { busy, failure, run };
}

// Always present, so that screen readers read its text when it appears.
export function Failure({ work }: { work: Work }) {
  return (
    <p role="alert" class={work.failure.value === "" ? "" : "failure"}>
      {work.failure.value}
    </p>
  );
}
