import { counted } from "../report/format";
import { hasCommonSource } from "../report/rank";
import type { PairData } from "../report/types";
import "./identity-mark.css";

// Marks a pair whose shared text several other students have too.
export function CommonMark({ pair }: { pair: PairData }) {
  if (!hasCommonSource(pair)) return null;
  const others = counted(pair.also_in ?? 0, "other student");
  return (
    <span
      class="common-source"
      title={`${others} have at least half of what these two share, as from a template, a library or given code. The pair ranks a quarter lower.`}
    >
      common source
    </span>
  );
}
