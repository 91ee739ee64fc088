import { VisibleText } from "../../components/Name";
import { count, percent } from "../../report/format";
import type { Submission } from "../../report/report";
import { linesOf } from "../../report/submission-words";
import { useSession } from "../../state/session";
import { bestPartner } from "./submission-order";

function Row({ submission }: { submission: Submission }) {
  const { report, names } = useSession();
  const best = bestPartner(report, submission);
  return (
    <tr>
      <td>
        <VisibleText text={names.submission(submission)} />
      </td>
      <td>
        <VisibleText text={submission.group} />
      </td>
      <td class="numeric">{best && <strong>{percent(best.score)}</strong>}</td>
      <td>{best && <VisibleText text={names.submission(best.partner)} />}</td>
      <td class="numeric">{count(submission.files.length)}</td>
      <td class="numeric">{count(linesOf(submission))}</td>
      <td class="numeric">{count(submission.symbols)}</td>
    </tr>
  );
}

// The complete table of submissions for printing.
export function PrintedSubmissions({ submissions }: { submissions: readonly Submission[] }) {
  return (
    <div class="printed">
      <h1>Submissions</h1>
      <p>{count(submissions.length)}</p>
      <table>
        <thead>
          <tr>
            <th>Submission</th>
            <th>Group</th>
            <th class="numeric">Score</th>
            <th>Most similar</th>
            <th class="numeric">Files</th>
            <th class="numeric">Lines</th>
            <th class="numeric">Length</th>
          </tr>
        </thead>
        <tbody>
          {submissions.map((submission) => (
            <Row key={submission.index} submission={submission} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
