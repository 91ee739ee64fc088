import { signal } from "@preact/signals";
import type { Pair, Report } from "../report/report";

// Labels whose submissions tables and clusters hide at present.
export const hiddenGroups = signal<ReadonlySet<string>>(new Set());

export function toggleGroup(group: string): void {
  const next = new Set(hiddenGroups.value);
  if (!next.delete(group)) next.add(group);
  hiddenGroups.value = next;
}

export function isShown(report: Report, { ai, bi }: Pair, hidden: ReadonlySet<string>): boolean {
  if (hidden.size === 0) return true;
  const group = (index: number): string => report.submissions[index]?.group ?? "";
  return !hidden.has(group(ai)) && !hidden.has(group(bi));
}
