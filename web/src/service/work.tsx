// What may fail: runs, and shows what went wrong.
import { useSignal, type Signal } from "@preact/signals";

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
      failure.value = error instanceof Error ? error.message : String(error);
    } finally {
      busy.value = false;
    }
  };
  return { busy, failure, run };
}

export function Failure({ work }: { work: Work }) {
  return (
    <p role="alert" class={work.failure.value === "" ? "" : "failure"}>
      {work.failure.value}
    </p>
  );
}
