import { useLayoutEffect, useRef } from "preact/hooks";
import type { PassageData } from "../../report/types";
import { OverviewBar } from "./OverviewBar";
import { Pane } from "./Pane";
import type { PaneModel } from "./pane-model";
import { Ribbons } from "./Ribbons";
import { followPassage } from "./align-passage";
import { inStep, selectedPassage, type Changes } from "./selection";
import { otherSide, type Side } from "./side-files";
import { compact, sideInSight, single } from "./space";

interface Props {
  models: Record<Side, PaneModel>;
  left: Side;
  passages: readonly PassageData[];
  changes: Changes | null;
  // `from` is the side that was clicked; null if both sides should scroll.
  onPick: (passage: number, from: Side | null) => void;
}

// On a phone the texts are next to each other, each as wide as the screen. Swiping or a button
// shows the other one.
function useSideInSight(left: Side) {
  const root = useRef<HTMLDivElement>(null);
  const side = sideInSight.value;
  useLayoutEffect(() => {
    const element = root.current;
    if (element && single.value) element.scrollLeft = side === left ? 0 : element.clientWidth;
  }, [side, left, single.value]);
  const onScroll = (): void => {
    const element = root.current;
    if (!element || !single.value) return;
    const isLeft = element.scrollLeft < element.clientWidth / 2;
    sideInSight.value = isLeft ? left : otherSide(left);
  };
  return { root, onScroll };
}

// Both texts side by side, with bands between the two places of each passage.
export function Texts({ models, left, passages, changes, onPick }: Props) {
  const right = otherSide(left);
  const shared = { passages, changes };
  const classes = ["texts"];
  if (single.value) classes.push("single");
  else if (compact.value) classes.push("close");
  const { root, onScroll } = useSideInSight(left);
  const follow =
    (side: Side) =>
    (by: number): void => {
      if (single.value) {
        if (side !== sideInSight.value)
          followPassage(models, otherSide(side), passages.length, selectedPassage.value);
        return;
      }
      if (inStep.value && by !== 0) models[side].scrollTo(models[side].scrollTop.value + by);
    };
  return (
    <div class={classes.join(" ")} ref={root} onScroll={onScroll}>
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
