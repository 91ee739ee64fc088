import type { PassageData } from "../../report/types";
import { OverviewBar } from "./OverviewBar";
import { Pane } from "./Pane";
import type { PaneModel } from "./pane-model";
import { Ribbons } from "./Ribbons";
import { inStep, type Changes } from "./selection";
import { otherSide, type Side } from "./side-files";

interface Props {
  models: Record<Side, PaneModel>;
  left: Side;
  passages: readonly PassageData[];
  changes: Changes | null;
  // `from` is the side that was clicked; null when both sides should move.
  onPick: (passage: number, from: Side | null) => void;
}

// Both texts side by side, with the bands that join them.
export function Texts({ models, left, passages, changes, onPick }: Props) {
  const right = otherSide(left);
  const shared = { passages, changes };
  const follow =
    (side: Side) =>
    (by: number): void => {
      if (inStep.value && by !== 0) models[side].scrollTo(models[side].scrollTop.value + by);
    };
  return (
    <div class="texts">
      <OverviewBar
        side={left}
        model={models[left]}
        passages={passages}
        onPick={(p) => onPick(p, null)}
      />
      <Pane
        side={left}
        model={models[left]}
        {...shared}
        onPick={(p) => onPick(p, left)}
        onScrolled={follow(right)}
      />
      <Ribbons
        left={models[left]}
        right={models[right]}
        passages={passages}
        onPick={(p) => onPick(p, null)}
      />
      <Pane
        side={right}
        model={models[right]}
        {...shared}
        onPick={(p) => onPick(p, right)}
        onScrolled={follow(left)}
      />
      <OverviewBar
        side={right}
        model={models[right]}
        passages={passages}
        onPick={(p) => onPick(p, null)}
      />
    </div>
  );
}
