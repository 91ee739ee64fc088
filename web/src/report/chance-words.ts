import { count } from "./format";
import type { PairData, PassageData } from "./types";

// The passage with the most bits; without bits the longest of those in the fewest submissions.
export function rarestPassage(passages: readonly PassageData[]): PassageData | undefined {
  const rarer = (x: PassageData, y: PassageData): number =>
    (y.bits ?? 0) - (x.bits ?? 0) || x.shared_by - y.shared_by || y.symbols - x.symbols;
  return [...passages].sort(rarer)[0];
}

// How many submissions contain the rarest passage of a pair.
export function rarestOccurs(pair: PairData, submissions: number): string {
  const rarest = rarestPassage(pair.passages);
  if (rarest === undefined) return "";
  return `The rarest passage occurs in ${count(rarest.shared_by)} of ${count(submissions)} submissions.`;
}

// How often pairs that were written independently for the same task agree as closely; empty if
// unknown.
export function pairChance({ once_in, class_too_small }: PairData): string {
  if (once_in === undefined) return "";
  if (once_in < 10 && !class_too_small) {
    return "More than 1 in 10 pairs of independent programs agree as closely.";
  }
  if (class_too_small) {
    return `Fewer than 1 in ${count(once_in)} pairs of independent programs agree as closely; this class is too small to say more.`;
  }
  return `Fewer than 1 in ${count(once_in)} pairs of independent programs agree as closely.`;
}

// Explains that number.
export const CHANCE_MEANING =
  "Measured on pairs of programs that different people wrote for the same task. It does not say how likely copying is: a common source, such as a template or a textbook, is another explanation.";
