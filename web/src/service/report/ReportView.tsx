// Shows a report in a frame that cannot connect to anything. The server keeps the verdicts.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { go, hrefOf } from "../../state/route";
import { useTitle } from "../../state/title";
import * as api from "../api";
import type { Job } from "../api";
import { Failure, useWork } from "../components/work";
import { eraseJob, nameOf } from "../compare/jobs";
import { useKeptReview } from "./kept-review";
import "./report.css";

const WORDS = {
  unknown: "",
  kept: "Verdicts are saved on the server.",
  keeping: "Saving the verdict…",
  refused: "Verdicts are not saved here: save them with the button of the report.",
};

function Bar({ job, url }: { job: Job; url: string }) {
  const work = useWork();
  const erase = (): void => {
    void work.run(async () => {
      if (await eraseJob(job)) go(hrefOf(["compare"]));
    });
  };
  return (
    <>
      <a href={hrefOf(["compare"])}>← Reports</a>
      <h1 class="report-name muted">{nameOf(job)}</h1>
      <Failure work={work} />
      <a href={url} target="_blank" rel="noopener">
        Open alone
      </a>
      <button class="button bare" onClick={erase}>
        Erase
      </button>
    </>
  );
}

function Frame({ job, url }: { job: Job; url: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { state, failure } = useKeptReview(job.id, frame);
  return (
    <div class="report-view">
      <div class="report-bar">
        <Bar job={job} url={url} />
        <span class={failure ? "review-state failed" : "review-state muted"} role="status">
          {failure || WORDS[state]}
        </span>
      </div>
      <iframe
        ref={frame}
        src={url}
        title="Report"
        sandbox="allow-scripts allow-downloads allow-modals"
      />
    </div>
  );
}

export function ReportView({ id }: { id: string }) {
  const job = useSignal<Job | null>(null);
  useTitle(job.value?.name || "Report");
  const work = useWork();
  useEffect(() => {
    void work.run(async () => {
      job.value = await api.job(id);
    });
  }, [id]);
  const url = job.value?.files?.["report.html"];
  if (job.value && url) return <Frame job={job.value} url={url} />;
  return (
    <div class="page narrow">
      <h1>Report</h1>
      <Failure work={work} />
      <p class="muted">{job.value ? "This job has no report yet. " : ""}</p>
      <p>
        <a href={hrefOf(["compare"])}>All reports</a>
      </p>
    </div>
  );
}
