import { signal } from "@preact/signals";
import type { PassageData, PassageKind } from "../../report/types";
import { readStored, writeStored } from "../../state/storage";
import type { Span } from "../../text/pieces";
import type { Side } from "./side-files";

// What is selected in the pair view.

export interface Changes {
  passage: number;
  spans: Record<Side, { path: string; spans: Span[] }>;
}

export const selectedPassage = signal<number | null>(null);
export const hoveredPassage = signal<number | null>(null);
export const hiddenKinds = signal<ReadonlySet<PassageKind>>(new Set());
export const swapped = signal(false);
export const listShown = signal(readStored("passage-list") !== "no");

export const longestFirst = signal(false);

// Whether scrolling one text scrolls the other by the same distance.
export const inStep = signal(readStored("in-step") === "yes");

export function toggleStep(): void {
  inStep.value = !inStep.value;
  writeStored("in-step", inStep.value ? "yes" : "no");
}

export type FileOrder = "match" | "name";

// The order of the files of a side: by the share that passages cover, or by name.
export const fileOrder = signal<FileOrder>(readStored("file-order") === "name" ? "name" : "match");

export function toggleFileOrder(): void {
  fileOrder.value = fileOrder.value === "match" ? "name" : "match";
  writeStored("file-order", fileOrder.value);
}

// Indices of the shown passages, in the order of the list.
export function shownPassages(passages: readonly PassageData[]): number[] {
  const shown = passages.flatMap((p, i) => (hiddenKinds.value.has(p.kind) ? [] : [i]));
  if (!longestFirst.value) return shown;
  return shown.sort((x, y) => passages[y]!.symbols - passages[x]!.symbols || x - y);
}

export function toggleKind(kind: PassageKind): void {
  const next = new Set(hiddenKinds.value);
  if (!next.delete(kind)) next.add(kind);
  hiddenKinds.value = next;
}

export function toggleList(): void {
  listShown.value = !listShown.value;
  writeStored("passage-list", listShown.value ? "yes" : "no");
}
