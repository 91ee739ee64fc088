// The graph of the most similar documents (Finkel 2002, section 2.6). An edge has a length of
// ceil(-b ln s) pixels for the symmetric similarity s. This s is twice that of the paper, so that
// identical documents coincide.
import { onCircle, Stress, type Point, type Tie } from "./stress";

export interface SimilarPair {
  a: string;
  b: string;
  symmetric: number; // 0 … 1
}

export interface Edge<Pair extends SimilarPair> extends Tie {
  pair: Pair;
}

export interface SimilarityGraph<Pair extends SimilarPair> {
  names: string[];
  edges: Edge<Pair>[];
  stress: Stress;
}

export const DEFAULT_B = 100;
export const DEFAULT_DOCUMENTS = 20;
const APART = 70; // pixels between documents that share nothing

export function distanceOf(symmetric: number, b: number): number {
  return Math.max(0, Math.ceil(-b * Math.log(symmetric)));
}

// The names in the best pairs, until there are as many as wanted; `pairs` is sorted, best first.
function mostSimilar(pairs: readonly SimilarPair[], documents: number): string[] {
  const names = new Set<string>();
  for (const { a, b } of pairs) {
    const fresh = Number(!names.has(a)) + Number(!names.has(b));
    if (names.size + fresh > documents) break;
    names.add(a).add(b);
  }
  return [...names];
}

export interface GraphOptions {
  b: number;
  documents: number;
  threshold: number; // of the similarity, 0 … 1
}

export function similarityGraph<Pair extends SimilarPair>(
  pairs: readonly Pair[],
  { b, documents, threshold }: GraphOptions,
): SimilarityGraph<Pair> {
  const strong = pairs.filter(({ symmetric }) => symmetric > 0 && symmetric >= threshold);
  strong.sort((x, y) => y.symmetric - x.symmetric);
  const names = mostSimilar(strong, documents);
  const numberOf = new Map(names.map((name, index) => [name, index]));
  const edges = strong.flatMap((pair): Edge<Pair>[] => {
    const [from, to] = [numberOf.get(pair.a), numberOf.get(pair.b)];
    if (from === undefined || to === undefined) return [];
    return [{ pair, a: from, b: to, distance: distanceOf(pair.symmetric, b) }];
  });
  const stress = new Stress(onCircle(names.length, b), edges, APART);
  stress.settle();
  return { names, edges, stress };
}

export interface Extent {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function extentOf(points: readonly Point[], margin: number): Extent {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const width = Math.max(...xs) + margin - left;
  const height = Math.max(...ys) + margin - top;
  return { x: left, y: top, width, height };
}
