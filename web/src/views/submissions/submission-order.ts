import { partnerOf, type Report, type Submission } from "../../report/report";
import { linesOf } from "../../report/submission-words";
import { folded } from "../../text/fold";

export type SubmissionKey = "name" | "group" | "best" | "symbols" | "base" | "lines" | "files";

export interface SubmissionOrder {
  key: SubmissionKey;
  descending: boolean;
}

export interface BestPartner {
  score: number;
  partner: Submission;
  pair: number;
}

export function bestPartner(report: Report, submission: Submission): BestPartner | null {
  const pair = report.pairs[submission.pairs[0] ?? -1];
  const partner = pair && report.submissions[partnerOf(pair, submission.index)];
  return pair && partner ? { score: pair.score, partner, pair: pair.index } : null;
}

function valueOf(report: Report, key: SubmissionKey, submission: Submission): number {
  switch (key) {
    case "best":
      return bestPartner(report, submission)?.score ?? -1;
    case "symbols":
      return submission.symbols;
    case "base":
      return submission.baseShare;
    case "lines":
      return linesOf(submission);
    case "files":
      return submission.files.length;
    default:
      return 0;
  }
}

export function orderedSubmissions(
  report: Report,
  order: SubmissionOrder,
  text: string,
  nameOf: (submission: Submission) => string,
): Submission[] {
  const collator = new Intl.Collator(undefined, { numeric: true });
  const wanted = folded(text);
  const sign = order.descending ? -1 : 1;
  const compare = (x: Submission, y: Submission): number => {
    if (order.key === "name") return collator.compare(nameOf(x), nameOf(y));
    if (order.key === "group") return collator.compare(x.group, y.group);
    return valueOf(report, order.key, x) - valueOf(report, order.key, y);
  };
  return report.submissions
    .filter((s) => folded(nameOf(s)).includes(wanted))
    .sort((x, y) => sign * compare(x, y) || x.index - y.index);
}
