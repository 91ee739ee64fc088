import * as api from "../api";
import type { Job } from "../api";
import { Stopped } from "../http";

const REST_MS = 1000; // the pause before a broken stream is requested again

export function isAtWork({ state }: Job): boolean {
  return state === "waiting" || state === "running";
}

function rest(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, REST_MS);
    signal?.addEventListener("abort", () => reject(new Stopped()));
  });
}

// Yields each state of a job until it ends, even if a proxy cuts off long responses.
export async function* untilEnded(job: Job, signal?: AbortSignal): AsyncGenerator<Job> {
  let last = job;
  while (isAtWork(last)) {
    for await (const now of api.jobEvents(job.id, signal)) {
      last = { ...now, id: job.id };
      yield last;
    }
    if (!isAtWork(last)) return;
    await rest(signal);
    last = await api.job(job.id);
    yield last;
  }
}
