import { valueOf } from "../../report/measures";
import type { Pair, Report } from "../../report/report";
import type { MeasureData, Verdict } from "../../report/types";

export type PairKey = string; // "names" or the name of a measure

export type VerdictFilter = Verdict | "any" | "none";
export type ShareKey = "score" | "similarity";

export interface PairFilter {
  text: string;
  min: number; // 0 … 1, of the share named by `by`
  by: ShareKey;
  verdict: VerdictFilter;
  group: string; // empty: all; "between": pairs of two groups
  sort: { key: PairKey; descending: boolean };
}

// The key of that name; the score where there is none.
export function sortKeyOf(name: string | null, measures: readonly MeasureData[]): PairKey {
  const keys = ["names", ...measures.map((measure) => measure.name)];
  return keys.find((key) => key === name) ?? "score";
}

export const BETWEEN_GROUPS = "\0between";

export const NO_FILTER: PairFilter = {
  text: "",
  min: 0,
  by: "score",
  verdict: "any",
  group: "",
  sort: { key: "score", descending: true },
};

export interface FilterContext {
  report: Report;
  nameOf: (submission: number) => string;
  verdictOf: (pair: Pair) => Verdict | "";
}

function inGroup(report: Report, pair: Pair, group: string): boolean {
  if (group === "") return true;
  const [a, b] = [report.submissions[pair.ai]?.group, report.submissions[pair.bi]?.group];
  return group === BETWEEN_GROUPS ? a !== b : a === group || b === group;
}

function comparison(filter: PairFilter, context: FilterContext): (p: Pair, q: Pair) => number {
  const { key, descending } = filter.sort;
  const sign = descending ? -1 : 1;
  if (key !== "names")
    return (p, q) => sign * (valueOf(p, key) - valueOf(q, key)) || p.index - q.index;
  const rank = rankOfNames(context);
  const order = (x: number, y: number): number => (rank[x] ?? 0) - (rank[y] ?? 0);
  return (p, q) => sign * (order(p.ai, q.ai) || order(p.bi, q.bi)) || p.index - q.index;
}

// Names are compared once a submission, not once a pair.
function rankOfNames({ report, nameOf }: FilterContext): number[] {
  const collator = new Intl.Collator(undefined, { numeric: true });
  const names = report.submissions.map((s) => nameOf(s.index));
  const order = names.map((_, i) => i).sort((x, y) => collator.compare(names[x]!, names[y]!));
  const rank: number[] = [];
  order.forEach((submission, place) => (rank[submission] = place));
  return rank;
}

// The pairs that pass, in the order asked for. O(pairs · log pairs).
export function selectPairs(filter: PairFilter, context: FilterContext): Pair[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const names = context.report.submissions.map((s) => context.nameOf(s.index).toLowerCase());
  const named = (pair: Pair): boolean =>
    words.every((word) => names[pair.ai]?.includes(word) || names[pair.bi]?.includes(word));
  const judged = (pair: Pair): boolean =>
    filter.verdict === "any" || (context.verdictOf(pair) || "none") === filter.verdict;
  return context.report.pairs
    .filter((pair) => pair[filter.by] >= filter.min && named(pair) && judged(pair))
    .filter((pair) => inGroup(context.report, pair, filter.group))
    .sort(comparison(filter, context));
}
