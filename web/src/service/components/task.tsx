// A job whose result is read once: it is sent, followed, read and then erased on the server.
import { useSignal, type Signal } from "@preact/signals";
import * as api from "../api";
import type { Job } from "../api";
import type { Sending } from "../http";
import { untilEnded } from "./follow";
import { ProgressLine } from "./ProgressLine";
import { Failure, useWork, type Work } from "./work";

interface Progress {
  label: string;
  value: number | undefined;
  stop: () => void;
}

export interface Task {
  progress: Signal<Progress | null>;
  work: Work;
  run(post: (sending: Sending) => Promise<Job>, take: (job: Job) => Promise<void>): Promise<void>;
}

type Tell = (label: string, value?: number) => void;

async function ended(job: Job, tell: Tell, signal: AbortSignal): Promise<Job> {
  let last = job;
  for await (const now of untilEnded(job, signal)) {
    last = now;
    tell(now.phase || "waiting", now.total ? (now.done ?? 0) / now.total : undefined);
  }
  if (last.state === "done") return last;
  throw new Error(last.message || "The server did not finish it. Send it again.");
}

export function useTask(): Task {
  const progress = useSignal<Progress | null>(null);
  const work = useWork();
  const run: Task["run"] = async (post, take) => {
    const { signal, stop } = stoppable();
    const tell: Tell = (label, value) => (progress.value = { label, value, stop });
    tell("sending", 0);
    try {
      const job = await post({ sent: (share) => tell("sending", share), signal });
      try {
        await take(await ended(job, tell, signal));
      } finally {
        await api.removeJob(job.id).catch(() => null);
      }
    } finally {
      progress.value = null;
    }
  };
  return { progress, work, run };
}

function stoppable() {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort() };
}

export function TaskState({ task }: { task: Task }) {
  const at = task.progress.value;
  return (
    <>
      {at && <ProgressLine {...at} />}
      <Failure work={task.work} />
    </>
  );
}
