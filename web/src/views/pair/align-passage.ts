import type { PaneModel } from "./pane-model";
import { otherSide, type Side } from "./side-files";

// Moves the other text so that the passage in sight on side `from` is at the same height on both.
export function followPassage(
  models: Record<Side, PaneModel>,
  from: Side,
  passages: number,
  picked: number | null,
): void {
  const [model, other] = [models[from], models[otherSide(from)]];
  const top = model.scrollTop.value;
  const inSight = (passage: number): boolean => {
    const extent = model.extent(passage);
    return extent !== null && extent.bottom > top && extent.top < top + model.viewHeight.value;
  };
  const candidates = [...(picked === null ? [] : [picked]), ...Array(passages).keys()];
  const passage = candidates.find(inSight);
  const [own, its] = [model.extent(passage ?? -1), other.extent(passage ?? -1)];
  if (own && its) other.scrollTo(its.top + top - own.top);
}

// Position of a requested passage, from the top of the panes.
const REST = 64;

// Moves a passage to the same height on both sides: to its height on the clicked side, which then
// does not move, else near the top. A passage near the beginning of its text cannot be moved down;
// then the other side moves up to it.
export function alignPassage(
  models: Record<Side, PaneModel>,
  passage: number,
  clicked: Side | null,
): void {
  const [a, b] = [models.a.extent(passage), models.b.extent(passage)];
  if (!a || !b) return;
  const clickedTop = clicked === "a" ? a.top : b.top;
  const wanted = clicked ? clickedTop - models[clicked].scrollTop.value : REST;
  const height = Math.min(Math.max(0, wanted), a.top, b.top);
  models.a.showPassage(passage, height);
  models.b.showPassage(passage, height);
}
