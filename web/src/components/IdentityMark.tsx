import { identityOf } from "../report/pair-words";
import type { Pair } from "../report/report";
import "./identity-mark.css";

const HINT = "Layout and comments do not count";

export function IdentityMark({ pair }: { pair: Pair }) {
  const identity = identityOf(pair);
  return identity ? (
    <span class="identical" title={HINT}>
      {identity}
    </span>
  ) : null;
}
