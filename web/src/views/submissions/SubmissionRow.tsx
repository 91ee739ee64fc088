import { Name } from "../../components/Name";
import { Score } from "../../components/Score";
import { SubmissionName } from "../../components/SubmissionName";
import { count, percent } from "../../report/format";
import type { Submission } from "../../report/report";
import { linesOf, skippedOf } from "../../report/submission-words";
import { submissionHref } from "../../state/links";
import { useSession } from "../../state/session";
import { bestPartner } from "./submission-order";

function Partner({ submission }: { submission: Submission }) {
  const { report } = useSession();
  const best = bestPartner(report, submission);
  if (!best) return <span class="muted">no passage shared</span>;
  return (
    <span class="partner">
      <Score share={best.score} strong />
      <SubmissionName submission={best.partner} row />
    </span>
  );
}

export function SubmissionRow({ submission }: { submission: Submission }) {
  const { report } = useSession();
  const skipped = skippedOf(submission, report.skipped).length;
  return (
    <div class="submission-row" role="presentation">
      <span role="cell" class="submission-cell">
        <a class="row-link" href={submissionHref(submission)}>
          <SubmissionName submission={submission} />
        </a>
        {submission.archived && <span class="tag fallback">past year</span>}
        {skipped > 0 && <span class="tag">{count(skipped)} skipped</span>}
      </span>
      <span role="cell" class="submission-cell muted">
        <Name text={submission.group} />
      </span>
      <span role="cell">
        <Partner submission={submission} />
      </span>
      <span role="cell" class="numeric">
        {count(submission.files.length)}
      </span>
      <span role="cell" class="numeric">
        {count(linesOf(submission))}
      </span>
      <span role="cell" class="numeric">
        {count(submission.symbols)}
      </span>
      <span role="cell" class="numeric">
        {submission.base_symbols > 0 ? percent(submission.baseShare) : "–"}
      </span>
    </div>
  );
}
