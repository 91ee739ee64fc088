// Takes a folder or an archive, shows the progress of the comparison and opens its report.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { go, hrefOf, route } from "../../state/route";
import { useTitle } from "../../state/title";
import * as api from "../api";
import { Failure, useWork } from "../components/work";
import { isAtWork } from "../components/follow";
import { ProgressLine } from "../components/ProgressLine";
import { DropZone } from "../input/DropZone";
import type { Input } from "../input/dropped";
import { packed } from "../input/packed";
import { attached, sendAttachments } from "./attachments";
import { addJob, eraseJob, jobs, loadJobs } from "./jobs";
import { JobRow } from "./JobRow";
import { TrashList } from "../trash/TrashList";
import { Options } from "./Options";
import { valuesOf } from "../components/form-values";
import "./compare.css";

interface Upload {
  name: string;
  share: number;
  stop: AbortController;
}

// If the reader waits for only one report, it opens when it is ready.
function openWhenDone(id: string): void {
  const done = jobs.value.some((job) => job.id === id && job.state === "done");
  const alone = !jobs.value.some(isAtWork);
  if (done && alone && route.value.path[0] === "compare") go(hrefOf(["report", id]));
}

function Jobs() {
  const work = useWork();
  return (
    <section aria-labelledby="reports">
      <h2 id="reports">Reports</h2>
      <Failure work={work} />
      {jobs.value.length === 0 ? (
        <p class="muted">
          None yet. Drop submissions above. A report stays here until you erase it, or until the
          server erases it after its time limit.
        </p>
      ) : (
        <ul class="jobs" aria-label="Jobs">
          {jobs.value.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              erase={() => void work.run(async () => void (await eraseJob(job)))}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

export function Compare() {
  useTitle("Compare");
  const form = useRef<HTMLFormElement>(null);
  const upload = useSignal<Upload | null>(null);
  const work = useWork();
  useEffect(() => void work.run(loadJobs), []);

  const begin = async (input: Input): Promise<void> => {
    const stop = new AbortController();
    const options = form.current ? valuesOf(form.current) : {};
    const tell = (share: number): void => {
      upload.value = { name: input.name, share, stop };
    };
    tell(0);
    const sending = { sent: tell, signal: stop.signal };
    const beside = await sendAttachments(attached.value, (name) => ({
      ...sending,
      sent: (share) => (upload.value = { name, share, stop }),
    }));
    try {
      const asked = { name: input.name, ...options, ...beside.ids };
      const job = await api.compare(packed(input), asked, sending);
      beside.taken();
      upload.value = null;
      await addJob(job);
      openWhenDone(job.id);
    } finally {
      upload.value = null;
      beside.drop();
    }
  };

  return (
    <div class="page narrow">
      <h1>Compare submissions</h1>
      <p class="lead muted">
        Lists every pair of submissions that share a passage, with both texts side by side.
      </p>
      <form ref={form} class="stack" onSubmit={(event) => event.preventDefault()}>
        <DropZone
          title="Drop a folder or an archive here"
          label="Submissions"
          take={(input) => void work.run(async () => begin(await input))}
        >
          Each folder, archive or file in it is a submission. zip, tar, 7z; code, text, PDF and
          office documents. They are compared at once, with the options below.
        </DropZone>
        {upload.value && (
          <ProgressLine
            label={`sending ${upload.value.name}`}
            value={upload.value.share}
            stop={() => upload.value?.stop.abort()}
          />
        )}
        <Failure work={work} />
        <Options />
      </form>
      <Jobs />
      <TrashList kind="reports" restored={() => void work.run(loadJobs)} />
    </div>
  );
}
