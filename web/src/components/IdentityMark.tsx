import { IDENTITY_WORDS, identityOf } from "../report/pair-words";
import type { Pair } from "../report/report";
import "./identity-mark.css";

// Short in a table, `whole` beside a pair.
export function IdentityMark({ pair, whole = false }: { pair: Pair; whole?: boolean }) {
  const identity = identityOf(pair);
  if (!identity) return null;
  const words = IDENTITY_WORDS[identity];
  return (
    <span class="identical" title={`The texts are ${words}; layout and comments do not count`}>
      {whole ? words : identity}
    </span>
  );
}
