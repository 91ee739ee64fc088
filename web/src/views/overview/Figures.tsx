import { count } from "../../report/format";
import type { Report } from "../../report/report";
import { hrefOf } from "../../state/route";
import { useSession } from "../../state/session";

interface Figure {
  value: number;
  label: string;
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
      value: submissions.length - archived,
      label: "submissions",
      href: hrefOf(["submissions"]),
    },
    archived > 0
      ? { value: archived, label: "of past years" }
      : { value: files, label: "files read" },
    { value: report.comparablePairs, label: "pairs compared" },
    {
      value: report.pairs.filter((p) => p.identical).length,
      label: "identical pairs",
      href: hrefOf(["pairs"]),
    },
    { value: reviewed, label: "pairs with a verdict" },
    { value: skipped, label: skipped === 1 ? "input to look at" : "inputs to look at" },
  ];
}

export function Figures() {
  const { report, reviews } = useSession();
  return (
    <ul class="figures">
      {figuresOf(report, reviews.count.value).map(({ value, label, href }) => (
        <li key={label}>
          <strong>{count(value)}</strong>
          {href ? <a href={href}>{label}</a> : <span>{label}</span>}
        </li>
      ))}
    </ul>
  );
}
