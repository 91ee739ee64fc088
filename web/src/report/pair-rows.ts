import type { PairData, PassageData, ReportData } from "./types";

const NO_PASSAGES: PassageData[] = [];

// All pairs of a report, best first: those with passages, then those stored as columns.
export function* allPairs({ pairs, submissions, view }: ReportData): Generator<PairData> {
  yield* pairs;
  if (!view.rows) return;
  const { a, b, ...columns } = view.rows;
  const names = Object.keys(columns);
  for (let i = 0; i < a.length; i++) {
    const row: Record<string, unknown> = {
      a: submissions[a[i]!]?.name ?? "",
      b: submissions[b[i]!]?.name ?? "",
      passages: NO_PASSAGES,
    };
    for (const name of names) row[name] = columns[name]![i];
    yield row as unknown as PairData;
  }
}
