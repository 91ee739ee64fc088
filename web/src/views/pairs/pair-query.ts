import { signal } from "@preact/signals";
import { type MeasureData, VERDICTS } from "../../report/types";
import { hrefOf, replaceAddress } from "../../state/route";
import {
  type IdentityFilter,
  NO_FILTER,
  type PairFilter,
  sortKeyOf,
  type VerdictFilter,
} from "./pair-filter";
import { startAtTop } from "./shown-pairs";

// The filter of the table of pairs. It is kept while other views are open, and the address contains
// it.

export const pairFilter = signal<PairFilter>(NO_FILTER);

function shareIn(text: string | null, absent: number): number {
  const share = text === null || text === "" ? absent : Number(text);
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : absent;
}

// The name of each kind of identity in an address.
const IDENTITIES: Readonly<Record<string, IdentityFilter>> = {
  yes: "all",
  spelled: "identical",
  renamed: "identical, renamed",
};

export function filterOfQuery(
  query: URLSearchParams,
  measures: readonly MeasureData[],
): PairFilter {
  const verdicts: readonly VerdictFilter[] = ["any", "none", ...VERDICTS];
  const key = sortKeyOf(query.get("sort"), measures);
  return {
    text: query.get("name") ?? "",
    min: shareIn(query.get("min"), 0),
    max: shareIn(query.get("max"), 1),
    identity: IDENTITIES[query.get("identical") ?? ""] ?? "any",
    by: query.get("by") === "similarity" ? "similarity" : "score",
    verdict: verdicts.find((v) => v === query.get("verdict")) ?? "any",
    group: query.get("group") ?? "",
    sort: { key, descending: query.get("order") !== "up" },
  };
}

export function queryOfFilter(filter: PairFilter): Record<string, string> {
  const query: Record<string, string> = {};
  if (filter.text !== "") query["name"] = filter.text;
  if (filter.min > 0) query["min"] = String(filter.min);
  if (filter.max < 1) query["max"] = String(filter.max);
  const identical = Object.entries(IDENTITIES).find(([, kind]) => kind === filter.identity);
  if (identical) query["identical"] = identical[0];
  if (filter.by !== "score") query["by"] = filter.by;
  if (filter.verdict !== "any") query["verdict"] = filter.verdict;
  if (filter.group !== "") query["group"] = filter.group;
  if (filter.sort.key !== "score") query["sort"] = filter.sort.key;
  if (!filter.sort.descending) query["order"] = "up";
  return query;
}

const ADDRESS_DELAY_MS = 250;
let pending: ReturnType<typeof setTimeout> | undefined;

// Dragging a slider would change the address more often than browsers allow, so the change is
// delayed.
export function changeFilter(change: Partial<PairFilter>): void {
  pairFilter.value = { ...pairFilter.value, ...change };
  startAtTop();
  clearTimeout(pending);
  pending = setTimeout(() => {
    if (!/^#\/pairs\b/.test(location.hash)) return;
    replaceAddress(hrefOf(["pairs"], queryOfFilter(pairFilter.value)));
  }, ADDRESS_DELAY_MS);
}

// Takes the filter from an address. If it equals the current one, the table keeps its scroll
// position.
export function takeFilter(query: URLSearchParams, measures: readonly MeasureData[]): void {
  const next = filterOfQuery(query, measures);
  if (JSON.stringify(next) === JSON.stringify(pairFilter.value)) return;
  pairFilter.value = next;
  startAtTop();
}
