import { SubmissionName } from "../../components/SubmissionName";
import type { Cluster } from "../../graph/clusters";
import { counted } from "../../report/format";
import type { Submission } from "../../report/report";
import { laterWords, timeOf } from "../../report/times";
import { submissionHref } from "../../state/links";
import { useSession } from "../../state/session";

interface Timed {
  submission: Submission;
  time: number;
}

// Shows who in a cluster was first, if at least two submissions have a time.
export function Timeline({ cluster }: { cluster: Cluster }) {
  const { report } = useSession();
  const timed = cluster.members.flatMap((index): Timed[] => {
    const submission = report.submissions[index]!;
    const time = timeOf(submission);
    return time === null ? [] : [{ submission, time }];
  });
  if (timed.length < 2) return null;
  timed.sort((x, y) => x.time - y.time || x.submission.index - y.submission.index);
  const [first, last] = [timed[0]!.time, timed[timed.length - 1]!.time];
  const untimed = cluster.members.length - timed.length;
  return (
    <>
      <h3>Handed in</h3>
      <ol class="timeline" aria-label="By the time they were handed in">
        {timed.map(({ submission, time }) => (
          <li key={submission.index}>
            <a href={submissionHref(submission)}>
              <SubmissionName submission={submission} />
            </a>
            <span class="timeline-track" aria-hidden="true">
              <span
                style={{ left: `${last > first ? (100 * (time - first)) / (last - first) : 0}%` }}
              />
            </span>
            <span class="muted" title={submission.handed_in ?? submission.attempt}>
              {time === first
                ? (submission.handed_in ?? submission.attempt)
                : laterWords(time - first)}
            </span>
          </li>
        ))}
      </ol>
      {untimed > 0 && <p class="muted">Of {counted(untimed, "member")} no time is known.</p>}
    </>
  );
}
