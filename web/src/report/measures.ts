import { count, decimal, percent } from "./format";
import type { Submission } from "./report";
import type { MeasureData, PairData } from "./types";
import { hasPrograms } from "./unit-words";

// The measures of each pair in a report: the columns of the program's table of measures.

export function valueOf(pair: PairData, name: string): number {
  const value = (pair as unknown as Record<string, unknown>)[name];
  return typeof value === "number" ? value : 0;
}

const WRITTEN = { share: percent, count, amount: decimal };

export function shownValue(pair: PairData, measure: MeasureData): string {
  return WRITTEN[measure.unit](valueOf(pair, measure.name));
}

// The meaning of a measure, for display next to its number.
export function hintOf({ meaning }: MeasureData): string {
  return sentence(meaning);
}

// The meanings of the letters in the formulas (docs/methods.md, “Measures of a pair”).
export const LETTERS =
  "m: symbols under passages, on one side; n_a, n_b: symbols of A and of B; c: numbers, " +
  "strings and characters among m that are spelled otherwise on the other side; e: names among m that are; h: what one costs, " +
  "1/100, and 1/2 where the smaller side has up to 35 tokens, falling to 1/100 at 45; " +
  "z: of these, names in a row that repeats the row before; r: one symbol of each passage " +
  "but the heaviest; q: one symbol of each; d: the doublings by which the larger side exceeds " +
  "four times the smaller, fewer where the larger has more than three quarters of it as it is spelled; p: 1, and 2 more for each of them where the smaller has up to 150 tokens, fading to 200; " +
  "v: the weight of a name that s of N students have, 0 where s is above 16 or half of N; " +
  "o: 9/10 of what the share of names exceeds four fifths by, times 5, and times f or 1 − d, the larger of them; " +
  "N: submissions of the run; s: those that share the passage; v_a, v_b: how often A and B spell a number, string or character. Where text and " +
  "code meet, a token counts as much as five letters.";

export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const OF_PROGRAMS = new Set(["literals", "names"]);

// The measures that mean something for these submissions: prose has no literals and names.
export function applying(
  measures: readonly MeasureData[],
  submissions: readonly Submission[],
): MeasureData[] {
  const programs = hasPrograms(submissions);
  return measures.filter(({ name }) => programs || !OF_PROGRAMS.has(name));
}
