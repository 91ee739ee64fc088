import { count } from "../../report/format";
import { identityOf } from "../../report/pair-words";
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

function figure(value: number, one: string, rest: string, href?: string): Figure {
  return { value, label: `${value === 1 ? one : `${one}s`}${rest}`, ...(href ? { href } : {}) };
}

function identicalWords(identical: number, renamed: number): [one: string, rest: string] {
  if (renamed === 0) return ["identical pair", ""];
  if (renamed === identical) return ["pair", " identical except for renamed identifiers"];
  return ["identical pair", `, ${count(renamed)} except for renamed identifiers`];
}

function figuresOf(report: Report, reviewed: number): Figure[] {
  const { submissions } = report;
  const archived = submissions.filter((s) => s.archived).length;
  const files = sum(submissions.map((s) => s.files.length));
  const identical = report.pairs.filter((p) => p.identical);
  const renamed = identical.filter((p) => identityOf(p) === "identical, renamed").length;
  return [
    figure(submissions.length - archived, "submission", "", hrefOf(["submissions"])),
    archived > 0 ? { value: archived, label: "of past years" } : figure(files, "file", " read"),
    figure(report.comparablePairs, "pair", " compared"),
    figure(
      identical.length,
      ...identicalWords(identical.length, renamed),
      hrefOf(["pairs"], { identical: "yes" }),
    ),
    figure(reviewed, "pair", " with a verdict"),
    figure(report.skipped.length, "input", " to look at"),
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
