import { signal } from "@preact/signals";
import { type MeasureData, VERDICTS } from "../../report/types";
import { hrefOf, replaceAddress } from "../../state/route";
import { NO_FILTER, type PairFilter, type VerdictFilter, sortKeyOf } from "./pair-filter";

// The filter of the table of pairs, kept while other views are open and told by the address.

export const pairFilter = signal<PairFilter>(NO_FILTER);

function shareIn(text: string | null): number {
  const share = Number(text ?? "0");
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

export function filterOfQuery(
  query: URLSearchParams,
  measures: readonly MeasureData[],
): PairFilter {
  const verdicts: readonly VerdictFilter[] = ["any", "none", ...VERDICTS];
  const key = sortKeyOf(query.get("sort"), measures);
  return {
    text: query.get("name") ?? "",
    min: shareIn(query.get("min")),
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
  if (filter.by !== "score") query["by"] = filter.by;
  if (filter.verdict !== "any") query["verdict"] = filter.verdict;
  if (filter.group !== "") query["group"] = filter.group;
  if (filter.sort.key !== "score") query["sort"] = filter.sort.key;
  if (!filter.sort.descending) query["order"] = "up";
  return query;
}

const ADDRESS_DELAY_MS = 250;
let pending: ReturnType<typeof setTimeout> | undefined;

// Browsers refuse many changes of the address in a row, as a dragged slider would make.
export function changeFilter(change: Partial<PairFilter>): void {
  pairFilter.value = { ...pairFilter.value, ...change };
  clearTimeout(pending);
  pending = setTimeout(() => {
    if (!/^#\/pairs\b/.test(location.hash)) return;
    replaceAddress(hrefOf(["pairs"], queryOfFilter(pairFilter.value)));
  }, ADDRESS_DELAY_MS);
}
