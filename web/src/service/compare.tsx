// An archive is dropped, its progress shown, and its report linked.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { address, ask, follow, send, type Job } from "./api";
import { Failure, useWork } from "./work";

interface Option {
  name: string;
  label: string;
  hint: string;
}

const OPTIONS: Option[] = [
  { name: "layout", label: "Layout of paths", hint: "{student}/{attempt}/**" },
  { name: "language", label: "Language", hint: "each file's own" },
  { name: "min_similarity", label: "Least similarity", hint: "0 %, or 20%" },
  { name: "max_share", label: "Ignore what more share than", hint: "10, or 5%" },
];

const STATES: Record<Job["state"], string> = {
  waiting: "waits its turn",
  running: "is compared",
  done: "is done",
  failed: "failed",
  lost: "was lost",
  removed: "was removed",
};

function progressOf(job: Job): number | undefined {
  return job.total ? Math.min(1, (job.done ?? 0) / job.total) : undefined;
}

function JobRow({ job, remove }: { job: Job; remove: () => void }) {
  const report = job.files?.["report.html"];
  const begun = new Date(job.created).toLocaleString();
  const running = job.state === "waiting" || job.state === "running";
  return (
    <li class="job">
      <div class="row">
        <span class="grow">
          {report ? (
            <a href={report} target="_blank" rel="noopener">
              Report of {begun}
            </a>
          ) : (
            `The archive of ${begun} ${STATES[job.state]}`
          )}
        </span>
        <button class="button bare" onClick={remove}>
          {running ? "Stop" : "Erase"}
        </button>
      </div>
      {running && (
        <div class="progress" role="status">
          <progress aria-label={job.phase || "progress"} value={progressOf(job)} />
          <span class="muted">{job.phase}</span>
        </div>
      )}
      {job.message && <p class="muted">{job.message}</p>}
    </li>
  );
}

function Options() {
  return (
    <details>
      <summary>Options</summary>
      <div class="fields">
        {OPTIONS.map(({ name, label, hint }) => (
          <label key={name}>
            <span class="label">{label}</span>
            <input class="field" name={name} placeholder={hint} />
          </label>
        ))}
        <label class="check">
          <input type="checkbox" name="anonymize" value="true" /> Pseudonyms in place of names
        </label>
      </div>
    </details>
  );
}

function optionsOf(form: HTMLFormElement): Record<string, string> {
  const given = [...new FormData(form)].filter((entry) => typeof entry[1] === "string");
  return Object.fromEntries(given) as Record<string, string>;
}

export function Compare() {
  const jobs = useSignal<Job[]>([]);
  const sent = useSignal<number | null>(null);
  const over = useSignal(false);
  const work = useWork();

  const update = (job: Job): void => {
    const others = jobs.value.filter(({ id }) => id !== job.id);
    const all = job.state === "removed" ? others : [job, ...others];
    jobs.value = all.sort((a, b) => b.created.localeCompare(a.created));
  };
  const show = (job: Job): void => {
    update(job);
    if (job.state === "waiting" || job.state === "running") {
      void work.run(() => follow(job.id, update));
    }
  };
  const load = async (): Promise<void> => {
    (await ask<{ jobs: Job[] }>("GET", "/api/jobs")).jobs.forEach(show);
  };
  useEffect(() => void work.run(load), []);

  const begin = async (form: HTMLFormElement, file: File): Promise<void> => {
    sent.value = 0;
    const url = address("/api/compare", optionsOf(form));
    try {
      show(await send<Job>(url, file, (share) => (sent.value = share)));
    } finally {
      sent.value = null;
    }
  };
  const start = (form: HTMLFormElement | null, file: File | undefined): void => {
    if (form && file) void work.run(() => begin(form, file));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    over.value = false;
    start(event.currentTarget as HTMLFormElement, event.dataTransfer?.files[0]);
  };
  const remove = (job: Job) => (): void => {
    void work.run(async () => {
      await ask("DELETE", `/api/jobs/${job.id}`);
      update({ ...job, state: "removed" });
    });
  };

  return (
    <section class="card" aria-labelledby="compare">
      <h2 id="compare">Compare submissions</h2>
      <form
        onDragOver={(event) => {
          event.preventDefault();
          over.value = true;
        }}
        onDragLeave={() => (over.value = false)}
        onDrop={drop}
        onSubmit={(event) => event.preventDefault()}
      >
        <label class={over.value ? "drop over" : "drop"}>
          <strong>Drop an archive here, or choose one</strong>
          <span class="muted">zip, tar or 7z; a folder or an archive in it is a submission</span>
          <input
            type="file"
            aria-label="Archive of submissions"
            accept=".zip,.tar,.gz,.tgz,.bz2,.xz,.zst,.7z"
            onChange={({ currentTarget }) => start(currentTarget.form, currentTarget.files?.[0])}
          />
        </label>
        <Options />
      </form>
      {sent.value !== null && (
        <div class="progress" role="status">
          <progress aria-label="sent" value={sent.value} />
          <span class="muted">sending</span>
        </div>
      )}
      <Failure work={work} />
      <ul class="jobs" aria-label="Jobs">
        {jobs.value.map((job) => (
          <JobRow key={job.id} job={job} remove={remove(job)} />
        ))}
      </ul>
    </section>
  );
}
