import { signal, type ReadonlySignal } from "@preact/signals";
import type { Side } from "./side-files";

// How much of a pair fits into the window.

function matching(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => (matches.value = list.matches));
  return matches;
}

// Phones, small tablets and large zoom: the header has two short rows, and the rest is in panels.
export const compact = matching("(max-width: 800px), (max-height: 520px)");

// Only one text at a time fits, in full width.
export const single = matching("(max-width: 640px)");

// Which text is visible if there is one at a time.
export const sideInSight = signal<Side>("a");

export type Panel = "passages" | "details";

// The panel that is open over the texts of a compact view.
export const openPanel = signal<Panel | null>(null);

export function togglePanel(panel: Panel): void {
  openPanel.value = openPanel.value === panel ? null : panel;
}
