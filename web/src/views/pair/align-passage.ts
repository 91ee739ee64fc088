import type { PaneModel } from "./pane-model";
import type { Side } from "./side-files";

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
