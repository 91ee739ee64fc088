import { signal } from "@preact/signals";
import type { Pair } from "../../report/report";

// The table's rows as last shown: “next pair” follows them. Empty until the table was open.
export const shownPairs = signal<readonly Pair[]>([]);
