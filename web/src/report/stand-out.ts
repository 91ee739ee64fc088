import type { PairData } from "./types";

// Finds the pairs to look at first: those whose score is in the upper group of the best scores.

// If at least this many other students have what a pair shares, it counts as a common source.
export const COMMON_FROM = 3;
const LOWERED = 0.75;
// A lower share of the smaller submission is not enough reason to look at a pair.
const LEAST = 0.5;

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

// Splits the values into two groups that differ as much as possible, with little difference inside
// them (Otsu 1979). Returns the least value of the upper group. `descending` must have a value.
// Linear time.
export function splitOf(descending: readonly number[]): number {
  const total = descending.reduce((sum, value) => sum + value, 0);
  let best = { between: -1, from: descending[0]! };
  let upper = 0;
  descending.forEach((value, i) => {
    upper += value;
    const next = descending[i + 1];
    if (next === undefined || next === value) return;
    const [many, few] = [i + 1, descending.length - i - 1];
    const gap = upper / many - (total - upper) / few;
    const between = many * few * gap * gap;
    if (between > best.between) best = { between, from: value };
  });
  return best.from;
}

export interface StandOut {
  pairs: number;
  from: number; // the least rank score of these pairs
  among: number; // number of best scores that were split
}

// `ranked` is sorted by rank. For n submissions the best 2n pairs are split.
export function standOutOf(ranked: readonly PairData[], submissions: number): StandOut {
  const best = ranked.slice(0, 2 * submissions).map(rankScore);
  const from = Math.max(LEAST, best.length > 0 ? splitOf(best) : 0);
  const below = ranked.findIndex((pair) => rankScore(pair) < from);
  return { pairs: below < 0 ? ranked.length : below, from, among: best.length };
}
