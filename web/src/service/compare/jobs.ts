// The jobs that the reader may see, as the server reports them.
import { signal } from "@preact/signals";
import * as api from "../api";
import type { Job } from "../api";
import { isAtWork, untilEnded } from "../components/follow";
import { timeWords } from "../components/time-words";
import { loadTrash, undoWords } from "../trash/trash";

export const jobs = signal<readonly Job[]>([]);

export function nameOf({ name, created }: Job): string {
  return name || `Report of ${timeWords(created)}`;
}

const followed = new Set<string>();

function update(job: Job): void {
  const others = jobs.value.filter(({ id }) => id !== job.id);
  const all = job.state === "removed" ? others : [job, ...others];
  jobs.value = all.sort((a, b) => b.created.localeCompare(a.created));
}

// Adds a job and follows it to its end.
async function follow(job: Job): Promise<void> {
  update(job);
  if (!isAtWork(job) || followed.has(job.id)) return;
  followed.add(job.id);
  try {
    for await (const now of untilEnded(job)) update(now);
  } finally {
    followed.delete(job.id);
  }
}

export async function loadJobs(): Promise<void> {
  const all = (await api.jobs()).filter(({ kind }) => kind === undefined || kind === "compare");
  jobs.value = [];
  await Promise.all(all.map(follow));
}

export const addJob = follow;

// Asks first, except for a job that has no report yet; false where the reader keeps it.
export async function eraseJob(job: Job): Promise<boolean> {
  if (job.state === "done" && !confirm(`Erase “${nameOf(job)}”?${undoWords()}`)) return false;
  await api.removeJob(job.id);
  update({ ...job, state: "removed" });
  await loadTrash();
  return true;
}
