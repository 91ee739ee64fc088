import { hrefOf } from "../../state/route";
import type { Job } from "../api";
import { timeWords } from "../components/time-words";
import { isAtWork } from "../components/follow";
import { ProgressLine } from "../components/ProgressLine";
import { nameOf } from "./jobs";

const STATES: Record<Job["state"], string> = {
  waiting: "is waiting",
  running: "is compared",
  done: "is compared",
  failed: "could not be compared",
  lost: "was lost when the server stopped; send it again",
  removed: "was removed",
};

function share({ done, total }: Job): number | undefined {
  return total ? Math.min(1, (done ?? 0) / total) : undefined;
}

const FILES = [
  { name: "report.html", label: "HTML" },
  { name: "pairs.csv", label: "CSV" },
  { name: "report.json", label: "JSON" },
];

function Files({ job }: { job: Job }) {
  const there = FILES.flatMap(({ name, label }) => {
    const href = job.files?.[name];
    return href ? [{ name, label, href }] : [];
  });
  return (
    <span class="job-files">
      {there.map(({ name, label, href }) => (
        <a key={name} href={href} target="_blank" rel="noopener" title={name}>
          {label}
        </a>
      ))}
    </span>
  );
}

export function JobRow({ job, erase }: { job: Job; erase: () => void }) {
  const begun = timeWords(job.created);
  const done = job.state === "done" && job.files !== undefined;
  return (
    <li class="job">
      <div class="row">
        <span class="grow">
          {done ? (
            <a class="job-name" href={hrefOf(["report", job.id])}>
              {nameOf(job)}
            </a>
          ) : (
            <span class="job-name">
              {job.name || "The upload"} {STATES[job.state]}
            </span>
          )}
          {job.name && <span class="muted when">{begun}</span>}
        </span>
        {done && <Files job={job} />}
        <button class="button bare" onClick={erase}>
          {isAtWork(job) ? "Cancel" : "Erase"}
        </button>
      </div>
      {isAtWork(job) && <ProgressLine label={job.phase || "waiting"} value={share(job)} />}
      {job.message && <p class="failure">{job.message}</p>}
    </li>
  );
}
