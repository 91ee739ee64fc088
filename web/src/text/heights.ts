// The heights of rows and their running sums in a Fenwick tree; every operation is O(log n).
export class Heights {
  private readonly tree: Float64Array;
  private readonly heights: Float64Array;

  constructor(heights: ArrayLike<number>) {
    this.heights = Float64Array.from(heights);
    this.tree = new Float64Array(this.heights.length + 1);
    for (let i = 1; i < this.tree.length; i++) {
      this.tree[i] = (this.tree[i] ?? 0) + (this.heights[i - 1] ?? 0);
      const parent = i + (i & -i);
      if (parent < this.tree.length) this.tree[parent] = (this.tree[parent] ?? 0) + this.tree[i]!;
    }
  }

  get count(): number {
    return this.heights.length;
  }

  get total(): number {
    return this.top(this.count);
  }

  height(row: number): number {
    return this.heights[row] ?? 0;
  }

  // The sum of the heights of all rows before `row`.
  top(row: number): number {
    let sum = 0;
    for (let i = Math.min(row, this.count); i > 0; i -= i & -i) sum += this.tree[i]!;
    return sum;
  }

  set(row: number, height: number): void {
    const change = height - this.height(row);
    this.heights[row] = height;
    for (let i = row + 1; i < this.tree.length; i += i & -i) this.tree[i] = this.tree[i]! + change;
  }

  // The row at a distance from the top; the last row for all greater distances.
  rowAt(distance: number): number {
    let row = 0;
    let rest = distance;
    for (let step = 1 << Math.floor(Math.log2(this.tree.length)); step > 0; step >>= 1) {
      const next = row + step;
      if (next < this.tree.length && this.tree[next]! <= rest) {
        row = next;
        rest -= this.tree[next]!;
      }
    }
    return Math.max(0, Math.min(row, this.count - 1));
  }
}
