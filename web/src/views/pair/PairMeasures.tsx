import { percent } from "../../report/format";
import { applying, hintOf, shownValue } from "../../report/measures";
import type { Pair, Submission } from "../../report/report";
import type { MeasureData } from "../../report/types";
import { unitOfAll } from "../../report/unit-words";
import { useSession } from "../../state/session";

interface Props {
  pair: Pair;
  sides: readonly Submission[];
}

// The values that a reader needs first; the score is shown before them.
const MAIN = ["containment_a", "containment_b", "longest"];

function List({ pair, sides, shown }: Props & { shown: readonly MeasureData[] }) {
  const unit = unitOfAll(sides);
  return (
    <dl class="measures">
      {shown.map((measure) => (
        <div key={measure.name} title={hintOf(measure)}>
          <dt>{measure.label}</dt>
          <dd>
            {shownValue(pair, measure)}
            {measure.name === "longest" && ` ${unit}s`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function PairScore({ pair }: { pair: Pair }) {
  const { measures } = useSession().report.view;
  const score = measures.find(({ name }) => name === "score");
  return (
    <p class="pair-score" title={score && hintOf(score)}>
      <strong>{percent(pair.score)}</strong> <span class="muted">score</span>
    </p>
  );
}

export function MainMeasures({ pair, sides }: Props) {
  const { measures } = useSession().report.view;
  return <List shown={measures.filter(({ name }) => MAIN.includes(name))} {...{ pair, sides }} />;
}

export function OtherMeasures({ pair, sides }: Props) {
  const { measures } = useSession().report.view;
  const others = applying(measures, sides).filter(
    ({ name }) => name !== "score" && !MAIN.includes(name),
  );
  return (
    <details class="other-measures">
      <summary>More values</summary>
      <List shown={others} {...{ pair, sides }} />
    </details>
  );
}
