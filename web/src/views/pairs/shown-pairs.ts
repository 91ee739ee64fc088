import { signal } from "@preact/signals";
import type { Pair } from "../../report/report";

// The table's rows as last shown: “next pair” follows them. Empty until the table was open.
export const shownPairs = signal<readonly Pair[]>([]);

// The pair at which the reader is, by its row or opened; null at the top of the table.
export const currentPair = signal<Pair | null>(null);

// Changes whenever the table shall be read from its beginning.
export const beginning = signal(0);

export function startAtTop(): void {
  currentPair.value = null;
  beginning.value++;
}
