import { CHANCE_MEANING, pairChance, rarestOccurs } from "../report/chance-words";
import type { PairData } from "../report/types";
import { useSession } from "../state/session";

// Facts come first: where the rarest passage occurs, and then how often independent pairs agree as
// closely.
export function PairChance({ pair }: { pair: PairData }) {
  const { notEstimated, submissions } = useSession().report;
  const chance = pairChance(pair);
  const words = [rarestOccurs(pair, submissions.length), chance || notEstimated.join(" ")];
  const shown = words.filter((sentence) => sentence !== "").join(" ");
  if (shown === "") return null;
  return (
    <p class="pair-chance muted" title={chance === "" ? undefined : CHANCE_MEANING}>
      {shown}
    </p>
  );
}
