import { signal } from "@preact/signals";
import type { Pair } from "../../report/report";

// The rows of the table as last shown; “next pair” follows them. Empty until the table was open.
export const shownPairs = signal<readonly Pair[]>([]);

// The pair that the reader selected in the table or opened; null at the top of the table.
export const currentPair = signal<Pair | null>(null);

// Changes when the table must scroll to its top.
export const beginning = signal(0);

export function startAtTop(): void {
  currentPair.value = null;
  beginning.value++;
}
