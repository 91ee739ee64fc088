// The jobs that the reader may see, as the server reports them.
import { signal } from "@preact/signals";
import * as api from "../api";
import type { Job } from "../api";
import { isAtWork, untilEnded } from "../components/follow";
import { timeWords } from "../components/time-words";

export const jobs = signal<readonly Job[]>([]);
// Names of what this page sent, for the reader: a server keeps no names.
export const sentNames = signal<ReadonlyMap<string, string>>(new Map());

export function nameOf({ id, created }: Job): string {
  return sentNames.value.get(id) ?? timeWords(created);
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

export async function addJob(job: Job, name: string): Promise<void> {
  sentNames.value = new Map([...sentNames.value, [job.id, name]]);
  await follow(job);
}

export async function eraseJob(job: Job): Promise<void> {
  await api.removeJob(job.id);
  update({ ...job, state: "removed" });
}
