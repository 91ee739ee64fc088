import type { Pair } from "../report/report";
import { useSession } from "../state/session";
import { RowName } from "./Name";
import "./pair-names.css";

export function PairNames({ pair }: { pair: Pair }) {
  const { report, names } = useSession();
  const [a, b] = [report.submissions[pair.ai], report.submissions[pair.bi]];
  if (!a || !b) return null;
  return (
    <span class="pair-names">
      <RowName text={names.submission(a)} />
      <span class="pair-and" aria-label="and">
        ↔
      </span>
      <RowName text={names.submission(b)} />
    </span>
  );
}
