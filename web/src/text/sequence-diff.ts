// Myers' greedy comparison of two sequences (1986, "An O(ND) difference algorithm").

export interface Hunk {
  aBegin: number;
  aEnd: number;
  bBegin: number;
  bEnd: number;
}

// The parts that differ, in order; null if more than `limit` changes are needed. Time O((n + m) ·
// limit), memory O(limit²).
export function differences(
  a: readonly string[],
  b: readonly string[],
  limit: number,
): Hunk[] | null {
  const trace = shortestEdit(a, b, limit);
  return trace && hunksOf(matches(a.length, b.length, trace), a.length, b.length);
}

type Frontier = Map<number, number>;

function furthest(frontier: Frontier, diagonal: number, steps: number): number {
  const right = frontier.get(diagonal - 1) ?? -1;
  const down = frontier.get(diagonal + 1) ?? -1;
  const goDown = diagonal === -steps || (diagonal !== steps && right < down);
  return goDown ? down : right + 1;
}

// The furthest x on each diagonal after 0, 1, … changes.
function shortestEdit(
  a: readonly string[],
  b: readonly string[],
  limit: number,
): Frontier[] | null {
  const trace: Frontier[] = [];
  let frontier: Frontier = new Map([[1, 0]]);
  for (let steps = 0; steps <= Math.min(limit, a.length + b.length); steps++) {
    trace.push(frontier);
    const next: Frontier = new Map();
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      let x = furthest(frontier, diagonal, steps);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      next.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return trace;
    }
    frontier = next;
  }
  return null;
}

// Follows the trace backwards and collects the pairs of equal elements.
function matches(n: number, m: number, trace: Frontier[]): [number, number][] {
  const result: [number, number][] = [];
  let [x, y] = [n, m];
  for (let steps = trace.length - 1; steps >= 0; steps--) {
    const frontier = trace[steps]!;
    const diagonal = x - y;
    const right = frontier.get(diagonal - 1) ?? -1;
    const down = frontier.get(diagonal + 1) ?? -1;
    const goDown = diagonal === -steps || (diagonal !== steps && right < down);
    const startX = steps === 0 ? 0 : goDown ? down : right + 1;
    while (x > startX) result.push([--x, --y]);
    if (steps > 0) {
      if (goDown) y--;
      else x--;
    }
  }
  return result.reverse();
}

function hunksOf(equal: [number, number][], n: number, m: number): Hunk[] {
  const hunks: Hunk[] = [];
  let [x, y] = [0, 0];
  for (const [i, j] of [...equal, [n, m] as [number, number]]) {
    if (i > x || j > y) hunks.push({ aBegin: x, aEnd: i, bBegin: y, bEnd: j });
    [x, y] = [i + 1, j + 1];
  }
  return hunks;
}
