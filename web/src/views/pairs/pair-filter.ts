import { valueOf } from "../../report/measures";
import { type Identity, identityOf } from "../../report/pair-words";
import type { Pair, Report } from "../../report/report";
import { rankScore } from "../../report/rank";
import type { MeasureData, Verdict } from "../../report/types";
import { isShown } from "../../state/groups";
import { folded } from "../../text/fold";

export type PairKey = string; // "names" or the name of a measure

export type VerdictFilter = Verdict | "any" | "none";
export type ShareKey = "score" | "similarity";
export type IdentityFilter = Identity | "any" | "all";

export interface PairFilter {
  text: string;
  min: number; // 0 … 1, of the share named by `by`
  max: number; // pairs below it, and those at 1 if it is 1
  identity: IdentityFilter; // any: all pairs; all: both kinds of identical ones
  by: ShareKey;
  verdict: VerdictFilter;
  group: string; // empty: all; "between": pairs of two groups
  sort: { key: PairKey; descending: boolean };
}

// The key of that name; the score if there is none.
export function sortKeyOf(name: string | null, measures: readonly MeasureData[]): PairKey {
  const keys = ["names", ...measures.map((measure) => measure.name)];
  return keys.find((key) => key === name) ?? "score";
}

export const BETWEEN_GROUPS = "\0between";

export const NO_FILTER: PairFilter = {
  text: "",
  min: 0,
  max: 1,
  identity: "any",
  by: "score",
  verdict: "any",
  group: "",
  sort: { key: "score", descending: true },
};

export interface FilterContext {
  report: Report;
  nameOf: (submission: number) => string;
  verdictOf: (pair: Pair) => Verdict | "";
  hiddenGroups?: ReadonlySet<string>;
}

function inGroup(report: Report, pair: Pair, group: string): boolean {
  if (group === "") return true;
  const [a, b] = [report.submissions[pair.ai]?.group, report.submissions[pair.bi]?.group];
  return group === BETWEEN_GROUPS ? a !== b : a === group || b === group;
}

// Sorts by numbers that are read once a pair. Ties of a measure are ordered by evidence.
function sortedPairs(filter: PairFilter, context: FilterContext): Pair[] {
  const { key, descending } = filter.sort;
  const { pairs, submissions } = context.report;
  const sign = descending ? -1 : 1;
  const keys = new Float64Array(pairs.length);
  const ties = new Float64Array(pairs.length);
  if (key === "names") {
    const rank = rankOfNames(context);
    pairs.forEach(({ ai, bi }, i) => {
      keys[i] = sign * ((rank[ai] ?? 0) * submissions.length + (rank[bi] ?? 0));
    });
  } else {
    pairs.forEach((pair, i) => {
      keys[i] = sign * (key === "score" ? rankScore(pair) : valueOf(pair, key));
      ties[i] = -pair.evidence;
    });
  }
  const order = Uint32Array.from(pairs, (_, i) => i);
  order.sort((x, y) => keys[x]! - keys[y]! || ties[x]! - ties[y]! || x - y);
  return Array.from(order, (i) => pairs[i]!);
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

function inRange({ min, max }: PairFilter, share: number): boolean {
  return share >= min && (share < max || max >= 1);
}

let lastOrder: { key: string; of: Report; pairs: readonly Pair[] } | null = null;

// All pairs in the requested order, sorted again only if order or names change.
function ordered(filter: PairFilter, context: FilterContext): readonly Pair[] {
  const { key, descending } = filter.sort;
  const named =
    key === "names" ? context.report.submissions.map((s) => context.nameOf(s.index)) : [];
  const order = JSON.stringify([key, descending, named]);
  if (lastOrder?.key !== order || lastOrder.of !== context.report) {
    const pairs = sortedPairs(filter, context);
    lastOrder = { key: order, of: context.report, pairs };
  }
  return lastOrder.pairs;
}

// The pairs that pass, in the requested order. O(pairs), after the first time in an order.
export function selectPairs(filter: PairFilter, context: FilterContext): Pair[] {
  const words = folded(filter.text).split(/\s+/).filter(Boolean);
  const names = context.report.submissions.map((s) => folded(context.nameOf(s.index)));
  const named = (pair: Pair): boolean =>
    words.every((word) => names[pair.ai]?.includes(word) || names[pair.bi]?.includes(word));
  const judged = (pair: Pair): boolean =>
    filter.verdict === "any" || (context.verdictOf(pair) || "none") === filter.verdict;
  const identical = ({ identity }: PairFilter, pair: Pair): boolean =>
    identity === "any" || (pair.identical && (identity === "all" || identityOf(pair) === identity));
  const hidden = context.hiddenGroups ?? new Set();
  return ordered(filter, context).filter(
    (pair) =>
      inRange(filter, pair[filter.by]) &&
      identical(filter, pair) &&
      named(pair) &&
      judged(pair) &&
      inGroup(context.report, pair, filter.group) &&
      isShown(context.report, pair, hidden),
  );
}
