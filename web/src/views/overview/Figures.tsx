import { count } from "../../report/format";
import type { Report } from "../../report/report";
import { hrefOf } from "../../state/route";
import { useSession } from "../../state/session";

interface Figure {
  value: number;
  label: string;
  detail?: string;
  href?: string;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function figuresOf(report: Report, reviewed: number): Figure[] {
  const { submissions } = report;
  const archived = submissions.filter((s) => s.archived).length;
  const files = sum(submissions.map((s) => s.files.length));
  const skipped = report.skipped.length;
  return [
    {
      value: submissions.length,
      label: "submissions",
      detail: archived > 0 ? `${count(archived)} of past years` : `${count(files)} files`,
      href: hrefOf(["submissions"]),
    },
    { value: report.comparablePairs, label: "pairs compared" },
    { value: report.pairs.length, label: "pairs listed", href: hrefOf(["pairs"]) },
    { value: report.pairs.filter((p) => p.identical).length, label: "identical pairs" },
    { value: reviewed, label: "pairs with a verdict" },
    { value: skipped, label: skipped === 1 ? "input to look at" : "inputs to look at" },
  ];
}

export function Figures() {
  const { report, reviews } = useSession();
  return (
    <ul class="figures">
      {figuresOf(report, reviews.count.value).map(({ value, label, detail, href }) => (
        <li key={label}>
          <strong>{count(value)}</strong>
          {href ? <a href={href}>{label}</a> : <span>{label}</span>}
          {detail && <small>{detail}</small>}
        </li>
      ))}
    </ul>
  );
}
