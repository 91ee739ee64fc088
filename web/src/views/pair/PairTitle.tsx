import { IdentityMark } from "../../components/IdentityMark";
import { Name } from "../../components/Name";
import type { Pair, Submission } from "../../report/report";
import { pairHref, submissionHref } from "../../state/links";
import { useSession } from "../../state/session";
import { swapped } from "./selection";
import { otherSide, type Side } from "./side-files";
import { compact, sideInSight, single } from "./space";

interface NeighbourProps {
  pair: Pair | undefined;
  label: string;
  sign: string;
}

function Neighbour({ pair, label, sign }: NeighbourProps) {
  if (!pair) {
    return (
      <span class="button bare neighbour" aria-disabled="true" aria-hidden="true">
        {sign}
      </span>
    );
  }
  return (
    <a class="button bare neighbour" href={pairHref(pair)} aria-label={label} title={label}>
      {sign}
    </a>
  );
}

interface SideProps {
  side: Side;
  submission: Submission;
}

export function SideName({ side, submission }: SideProps) {
  const { names } = useSession();
  return (
    <a class="side-name" href={submissionHref(submission)}>
      <span class="side-letter">{side.toUpperCase()}</span>
      <Name text={names.submission(submission)} />
      {submission.archived && <span class="tag fallback">past year</span>}
    </a>
  );
}

// Shows this side's text in place of the other's.
function SideSwitch({ side, submission }: SideProps) {
  const { names } = useSession();
  return (
    <button
      class="side-switch"
      aria-pressed={sideInSight.value === side}
      onClick={() => (sideInSight.value = side)}
    >
      <span class="side-letter">{side.toUpperCase()}</span>
      <Name text={names.submission(submission)} />
    </button>
  );
}

interface Props {
  pair: Pair;
  left: Side;
  sides: Record<Side, Submission>;
  previous: Pair | undefined;
  next: Pair | undefined;
}

export function PairTitle({ pair, left, sides, previous, next }: Props) {
  const Shown = single.value ? SideSwitch : SideName;
  const right = otherSide(left);
  return (
    <div class="pair-title">
      <Neighbour pair={previous} label="Previous pair ([)" sign="‹" />
      <h1>
        <Shown side={left} submission={sides[left]} />
        {compact.value ? (
          !single.value && <span class="muted swap">↔</span>
        ) : (
          <button
            class="button bare swap"
            title="Swap the sides (s)"
            aria-label="Swap the sides"
            onClick={() => (swapped.value = !swapped.value)}
          >
            ⇄
          </button>
        )}
        <Shown side={right} submission={sides[right]} />
      </h1>
      {!compact.value && <IdentityMark pair={pair} whole />}
      <Neighbour pair={next} label="Next pair (])" sign="›" />
    </div>
  );
}
