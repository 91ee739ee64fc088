import { signal } from "@preact/signals";
import type { MeasureData } from "../../report/types";
import { readStored, writeStored } from "../../state/storage";

// The measures that the table of pairs shows besides the score, which has its own column.

const FEW = 5;

// Measures that the reader switched on or off. Of the others the first few are shown.
const chosen = signal<Record<string, boolean>>(stored());

function stored(): Record<string, boolean> {
  try {
    return JSON.parse(readStored("columns") ?? "{}") as Record<string, boolean>;
  } catch {
    return {};
  }
}

export function choosable(measures: readonly MeasureData[]): MeasureData[] {
  return measures.filter((measure) => measure.name !== "score");
}

export function columns(measures: readonly MeasureData[]): MeasureData[] {
  return choosable(measures).filter((measure, i) => chosen.value[measure.name] ?? i < FEW);
}

export function choose(name: string, shown: boolean): void {
  chosen.value = { ...chosen.value, [name]: shown };
  writeStored("columns", JSON.stringify(chosen.value));
}
