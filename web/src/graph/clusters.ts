import type { Pair, Report } from "../report/report";
import { UnionFind } from "./union-find";

export interface Cluster {
  members: number[]; // indices of submissions, ascending
  pairs: Pair[]; // those with at least the threshold as score, best first
  // The lowest score of a maximum spanning tree. With a higher threshold the cluster falls apart.
  weakestLink: number;
}

// Groups of submissions that pairs with a score of at least `threshold` connect, largest first.
// O(pairs · log pairs), for sorting the pairs.
export function clustersOf(
  report: Report,
  threshold: number,
  shown: (pair: Pair) => boolean = () => true,
): Cluster[] {
  const strong = report.pairs.filter((pair) => pair.score >= threshold && shown(pair));
  strong.sort((p, q) => q.score - p.score || p.index - q.index);
  const sets = new UnionFind(report.submissions.length);
  const bridges = strong.filter((pair) => sets.join(pair.ai, pair.bi));
  const byRoot = new Map<number, Cluster>();
  for (const { ai } of bridges) {
    byRoot.set(sets.find(ai), { members: [], pairs: [], weakestLink: 1 });
  }
  report.submissions.forEach(({ index }) => byRoot.get(sets.find(index))?.members.push(index));
  for (const pair of strong) byRoot.get(sets.find(pair.ai))?.pairs.push(pair);
  for (const { ai, score } of bridges) {
    const cluster = byRoot.get(sets.find(ai));
    if (cluster) cluster.weakestLink = Math.min(cluster.weakestLink, score);
  }
  return [...byRoot.values()].sort(
    (x, y) => y.members.length - x.members.length || x.pairs[0]!.index - y.pairs[0]!.index,
  );
}

// The share of all possible pairs of members that are pairs, from 0 to 1. It is low for a chain.
export function densityOf(cluster: Cluster): number {
  const n = cluster.members.length;
  return n < 2 ? 0 : cluster.pairs.length / ((n * (n - 1)) / 2);
}
