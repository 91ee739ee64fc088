import { CommonMark } from "../../components/CommonMark";
import { IdentityMark } from "../../components/IdentityMark";
import { PairChance } from "../../components/PairChance";
import { count } from "../../report/format";
import type { Pair, Submission } from "../../report/report";
import { useSession } from "../../state/session";
import { MainMeasures, OtherMeasures, PairScore } from "./PairMeasures";
import { PairSwitches } from "./PairSwitches";
import { PairTitle, SideName } from "./PairTitle";
import { selectedPassage, shownPassages } from "./selection";
import type { Side } from "./side-files";
import { compact, openPanel, single, togglePanel, type Panel } from "./space";
import { VerdictForm } from "./VerdictForm";

interface Props {
  pair: Pair;
  left: Side;
  previous: Pair | undefined;
  next: Pair | undefined;
  wrap: boolean;
  onWrap: () => void;
  // Goes to the next or the previous passage.
  onStep: (by: number) => void;
}

function PanelButton({ panel, label }: { panel: Panel; label: string }) {
  return (
    <button
      class="button"
      aria-expanded={openPanel.value === panel}
      aria-pressed={openPanel.value === panel}
      onClick={() => togglePanel(panel)}
    >
      {label}
    </button>
  );
}

function PassageSteps({ pair, onStep }: Pick<Props, "pair" | "onStep">) {
  const shown = shownPassages(pair.passages);
  const at = shown.indexOf(selectedPassage.value ?? -1);
  return (
    <span class="passage-steps">
      <button class="button bare" aria-label="Previous passage" onClick={() => onStep(-1)}>
        ↑
      </button>
      <span title="Passage in sight">
        {at < 0 ? "–" : count(at + 1)}/{count(shown.length)}
      </span>
      <button class="button bare" aria-label="Next passage" onClick={() => onStep(1)}>
        ↓
      </button>
    </span>
  );
}

type PairProps = Pick<Props, "pair">;

function sidesOf({ pair }: PairProps): Record<Side, Submission> {
  const { submissions } = useSession().report;
  return { a: submissions[pair.ai]!, b: submissions[pair.bi]! };
}

function Facts({ pair }: PairProps) {
  const { a, b } = sidesOf({ pair });
  return (
    <>
      <PairChance pair={pair} />
      {compact.value && <IdentityMark pair={pair} whole />}
      <CommonMark pair={pair} />
      <MainMeasures pair={pair} sides={[a, b]} />
      <OtherMeasures pair={pair} sides={[a, b]} />
    </>
  );
}

type ToolsProps = Pick<Props, "pair" | "wrap" | "onWrap">;

function Tools({ pair, ...wrapping }: ToolsProps) {
  const { a, b } = sidesOf({ pair });
  return (
    <>
      <VerdictForm pair={pair} />
      <PairSwitches pair={pair} sides={[a, b]} {...wrapping} />
    </>
  );
}

// A panel over the texts with what the header of a compact view leaves out.
export function PairDetails(props: ToolsProps) {
  const { a, b } = sidesOf(props);
  return (
    <section class="pair-details" aria-label="Details">
      {single.value && <SideName side="a" submission={a} />}
      {single.value && <SideName side="b" submission={b} />}
      <Facts pair={props.pair} />
      <Tools {...props} />
    </section>
  );
}

function CompactLine({ pair, onStep }: Pick<Props, "pair" | "onStep">) {
  const hasPassages = pair.passages.length > 0;
  return (
    <div class="pair-line">
      <PairScore pair={pair} />
      {hasPassages && <PassageSteps {...{ pair, onStep }} />}
      {hasPassages && <PanelButton panel="passages" label="Passages" />}
      <PanelButton panel="details" label="Details" />
    </div>
  );
}

export function PairHead({ pair, left, previous, next, wrap, onWrap, onStep }: Props) {
  const title = <PairTitle {...{ pair, left, previous, next }} sides={sidesOf({ pair })} />;
  if (compact.value) {
    return (
      <header class="pair-head">
        {title}
        <CompactLine {...{ pair, onStep }} />
      </header>
    );
  }
  return (
    <header class="pair-head">
      {title}
      <div class="pair-facts">
        <PairScore pair={pair} />
        <Facts pair={pair} />
      </div>
      <div class="pair-tools">
        <Tools {...{ pair, wrap, onWrap }} />
      </div>
    </header>
  );
}
