import { computed, signal } from "@preact/signals";
import { clustersOf, type Cluster } from "../../graph/clusters";
import type { Report } from "../../report/report";
import { hiddenGroups, isShown } from "../../state/groups";

// Null until the reader moves the slider.
export const askedThreshold = signal<number | null>(null);

// High enough that clusters contain only a small part of the course.
function firstThreshold(report: Report): number {
  const wanted = Math.max(1, Math.ceil(report.submissions.length / 6));
  const scores = Float64Array.from(report.pairs, (pair) => pair.score).sort();
  const score = scores[Math.max(0, scores.length - wanted)] ?? 0.5;
  return Math.max(0.2, Math.floor(score * 20) / 20);
}

export interface ClusterView {
  threshold: number;
  clusters: Cluster[];
  // For each submission the index of its cluster; undefined if it has none.
  clusterOf: (number | undefined)[];
}

const views = new WeakMap<Report, () => ClusterView>();

// The clusters at the current threshold, computed once for all views.
export function clusterView(report: Report): ClusterView {
  let view = views.get(report);
  if (!view) {
    const first = firstThreshold(report);
    const current = computed((): ClusterView => {
      const threshold = askedThreshold.value ?? first;
      const hidden = hiddenGroups.value;
      const clusters = clustersOf(report, threshold, (pair) => isShown(report, pair, hidden));
      const clusterOf: number[] = [];
      clusters.forEach(({ members }, index) => members.forEach((m) => (clusterOf[m] = index)));
      return { threshold, clusters, clusterOf };
    });
    view = () => current.value;
    views.set(report, view);
  }
  return view();
}
