import type { Pair } from "../report/report";
import { useSession } from "../state/session";
import { SubmissionName } from "./SubmissionName";
import "./pair-names.css";

export function PairNames({ pair }: { pair: Pair }) {
  const { report } = useSession();
  const [a, b] = [report.submissions[pair.ai], report.submissions[pair.bi]];
  if (!a || !b) return null;
  return (
    <span class="pair-names">
      <SubmissionName submission={a} row />
      <span class="pair-and" aria-label="and">
        ↔
      </span>
      <SubmissionName submission={b} row />
    </span>
  );
}
