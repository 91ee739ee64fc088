import type { Verdict } from "../report/types";
import "./verdict.css";

const MARKS: Record<Verdict, string> = { copied: "●", allowed: "○", unclear: "◐" };

export function VerdictBadge({ verdict }: { verdict: Verdict | "" }) {
  if (verdict === "") return <span />;
  return (
    <span class={`verdict verdict-${verdict}`}>
      <span aria-hidden="true">{MARKS[verdict]}</span> {verdict}
    </span>
  );
}
