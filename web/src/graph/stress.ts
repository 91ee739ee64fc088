// Points of a plane whose distances approximate given ones: localized stress majorization (Gansner,
// Koren and North 2004), one point at a time. The same input gives the same picture.

export interface Point {
  x: number;
  y: number;
}

export interface Tie {
  a: number;
  b: number;
  distance: number; // pixels; 0: identical positions
}

const NEAREST = 8; // smaller distances have the weight of this one
const ROUNDS = 200;

interface Neighbour {
  to: number;
  distance: number;
  weight: number;
}

function neighboursOf(count: number, ties: readonly Tie[]): Neighbour[][] {
  const all: Neighbour[][] = Array.from({ length: count }, () => []);
  for (const { a, b, distance } of ties) {
    const weight = 1 / Math.max(distance, NEAREST) ** 2;
    all[a]?.push({ to: b, distance, weight });
    all[b]?.push({ to: a, distance, weight });
  }
  return all;
}

// Evenly on a circle, so that nothing is random.
export function onCircle(count: number, radius: number): Point[] {
  return Array.from({ length: count }, (_, i) => ({
    x: radius * Math.cos((2 * Math.PI * i) / count),
    y: radius * Math.sin((2 * Math.PI * i) / count),
  }));
}

export class Stress {
  private readonly near: Neighbour[][];

  // Points without a tie are at least `apart` from each other.
  constructor(
    readonly points: Point[],
    ties: readonly Tie[],
    private readonly apart: number,
  ) {
    this.near = neighboursOf(points.length, ties);
  }

  // Moves every point except the one that the user drags; false if nothing moved.
  round(held: number | null = null): boolean {
    let moved = 0;
    this.points.forEach((point, index) => {
      if (index === held) return;
      const { x, y } = this.better(index);
      moved = Math.max(moved, Math.hypot(x - point.x, y - point.y));
      Object.assign(point, { x, y });
    });
    return moved > 0.05;
  }

  settle(held: number | null = null, rounds = ROUNDS): void {
    for (let i = 0; i < rounds && this.round(held); i++);
  }

  // The best position of a point while all others stay.
  private better(index: number): Point {
    const at = this.points[index]!;
    const sum = { x: 0, y: 0, weight: 0 };
    const pull = (other: Point, distance: number, weight: number): void => {
      const length = Math.hypot(at.x - other.x, at.y - other.y);
      const by = length > 1e-6 ? distance / length : 0;
      sum.x += weight * (other.x + by * (at.x - other.x));
      sum.y += weight * (other.y + by * (at.y - other.y));
      sum.weight += weight;
    };
    const tied = new Set([index]);
    for (const { to, distance, weight } of this.near[index]!) {
      tied.add(to);
      pull(this.points[to]!, distance, weight);
    }
    this.points.forEach((other, to) => {
      const close = Math.hypot(at.x - other.x, at.y - other.y) < this.apart;
      if (close && !tied.has(to)) pull(other, this.apart, 1 / this.apart ** 2);
    });
    return sum.weight > 0 ? { x: sum.x / sum.weight, y: sum.y / sum.weight } : at;
  }
}
