import type { PairData } from "./types";

// The order of pairs. src/jobs/compare/report/students.cc has the same rule.

// If at least this many other students have what a pair shares, it counts as a common source.
export const COMMON_FROM = 3;
const LOWERED = 0.75;

// Whether other students have what the two share, for example a template or a library. Identical
// submissions are never explained by a common source.
export function hasCommonSource(pair: PairData): boolean {
  return !pair.identical && (pair.also_in ?? 0) >= COMMON_FROM;
}

// The score by which pairs are ranked: a quarter lower with a common source.
export function rankScore(pair: PairData): number {
  return hasCommonSource(pair) ? LOWERED * pair.score : pair.score;
}

export function byRank(x: PairData, y: PairData): number {
  return rankScore(y) - rankScore(x) || y.evidence - x.evidence;
}
