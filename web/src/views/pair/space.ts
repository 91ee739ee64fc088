import { signal, type ReadonlySignal } from "@preact/signals";
import type { Side } from "./side-files";

// How much of a pair fits into the window.

function matching(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => (matches.value = list.matches));
  return matches;
}

// A telephone, a small tablet, or a large zoom: the head has two short rows, the rest opens.
export const compact = matching("(max-width: 800px), (max-height: 520px)");

// One text at a time, in the full width.
export const single = matching("(max-width: 640px)");

// Of the two texts, the one that is in sight if there is one at a time.
export const sideInSight = signal<Side>("a");

export type Panel = "passages" | "details";

// What lies open over the texts of a compact view.
export const openPanel = signal<Panel | null>(null);

export function togglePanel(panel: Panel): void {
  openPanel.value = openPanel.value === panel ? null : panel;
}
