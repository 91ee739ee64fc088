import type { PairData } from "./types";

// Which pairs deserve a look: those whose score is in the upper group of the best ones.

// From this many other students on, what a pair shares counts as a common source.
export const COMMON_FROM = 3;
const LOWERED = 0.75;
// Below half of the smaller submission a score alone is no reason to look.
const LEAST = 0.5;

// Whether others have what the two share: a template or a library, unless all is the same.
export function hasCommonSource(pair: PairData): boolean {
  return !pair.identical && (pair.also_in ?? 0) >= COMMON_FROM;
}

// What the list ranks by: the score, and a quarter less with a common source.
export function rankScore(pair: PairData): number {
  return hasCommonSource(pair) ? LOWERED * pair.score : pair.score;
}

export function byRank(x: PairData, y: PairData): number {
  return rankScore(y) - rankScore(x) || y.evidence - x.evidence;
}

// The least value of the upper group, when values are split in two groups so that the groups differ
// most and their members least (Otsu 1979). `descending` has at least one value. Linear.
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
  among: number; // how many of the best scores were split
}

// `ranked` is sorted by rank. Of a class of n submissions the best 2n pairs are split.
export function standOutOf(ranked: readonly PairData[], submissions: number): StandOut {
  const best = ranked.slice(0, 2 * submissions).map(rankScore);
  const from = Math.max(LEAST, best.length > 0 ? splitOf(best) : 0);
  const below = ranked.findIndex((pair) => rankScore(pair) < from);
  return { pairs: below < 0 ? ranked.length : below, from, among: best.length };
}
