import { IdentityMark } from "../../components/IdentityMark";
import { Name } from "../../components/Name";
import { PairChance } from "../../components/PairChance";
import { colored, toggleColored } from "../../highlight/highlight";
import { hintOf, shownValue, sided } from "../../report/measures";
import type { Pair, Submission } from "../../report/report";
import { pairHref, sheetHref, submissionHref } from "../../state/links";
import { useSession } from "../../state/session";
import {
  fileOrder,
  inStep,
  listShown,
  swapped,
  toggleFileOrder,
  toggleList,
  toggleStep,
} from "./selection";
import type { Side } from "./side-files";
import { VerdictForm } from "./VerdictForm";

interface Props {
  pair: Pair;
  left: Side;
  previous: Pair | undefined;
  next: Pair | undefined;
  wrap: boolean;
  onWrap: () => void;
}

function Measure({ label, hint, value }: { label: string; hint: string; value: string }) {
  return (
    <div title={hint}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Measures({ pair, left }: { pair: Pair; left: Side }) {
  const { measures } = useSession().report.view;
  return (
    <dl class="measures">
      {sided(measures, left).map((measure) => (
        <Measure
          key={measure.name}
          label={measure.label}
          hint={hintOf(measure)}
          value={shownValue(pair, measure)}
        />
      ))}
    </dl>
  );
}

function SideName({ submission }: { submission: Submission }) {
  const { names } = useSession();
  return (
    <a class="side-name" href={submissionHref(submission)}>
      <Name text={names.submission(submission)} />
      {submission.archived && <span class="tag fallback">past year</span>}
    </a>
  );
}

function Neighbour({ pair, label, sign }: { pair: Pair | undefined; label: string; sign: string }) {
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

interface SwitchesProps extends Pick<Props, "pair" | "wrap" | "onWrap"> {
  sides: readonly Submission[];
}

// How the texts are shown.
function Switches({ pair, sides, wrap, onWrap }: SwitchesProps) {
  const hasCode = sides.some((s) => s.files.some(({ front_end }) => front_end.startsWith("code")));
  const hasFiles = sides.some((s) => s.files.length > 1);
  return (
    <span class="pair-switches">
      <button class="button" aria-pressed={listShown.value} onClick={toggleList}>
        Passages
      </button>
      <button class="button" aria-pressed={wrap} title="Wrap long lines (w)" onClick={onWrap}>
        Wrap
      </button>
      <button
        class="button"
        aria-pressed={inStep.value}
        title="Scrolling one text moves the other as far (i)"
        onClick={toggleStep}
      >
        In step
      </button>
      {hasCode && (
        <button
          class="button"
          aria-pressed={colored.value}
          title="Colour the words of programs by what they are"
          onClick={toggleColored}
        >
          Syntax
        </button>
      )}
      {hasFiles && (
        <button
          class="button"
          title="Order of the files: by how much of them passages cover, or by name"
          onClick={toggleFileOrder}
        >
          Files by {fileOrder.value}
        </button>
      )}
      <a class="button" href={sheetHref(pair)} title="Evidence sheet to print (e)">
        Evidence sheet
      </a>
    </span>
  );
}

export function PairHead({ pair, left, previous, next, wrap, onWrap }: Props) {
  const { report } = useSession();
  const sides = [report.submissions[pair.ai]!, report.submissions[pair.bi]!];
  if (left === "b") sides.reverse();
  return (
    <header class="pair-head">
      <div class="pair-title">
        <Neighbour pair={previous} label="Previous pair ([)" sign="‹" />
        <h1>
          <SideName submission={sides[0]!} />
          <button
            class="button bare swap"
            title="Swap the sides (s)"
            aria-label="Swap the sides"
            onClick={() => (swapped.value = !swapped.value)}
          >
            ⇄
          </button>
          <SideName submission={sides[1]!} />
        </h1>
        <IdentityMark pair={pair} />
        <Neighbour pair={next} label="Next pair (])" sign="›" />
      </div>
      <Measures pair={pair} left={left} />
      <PairChance pair={pair} />
      <div class="pair-tools">
        <VerdictForm pair={pair} />
        <Switches pair={pair} sides={sides} wrap={wrap} onWrap={onWrap} />
      </div>
    </header>
  );
}
