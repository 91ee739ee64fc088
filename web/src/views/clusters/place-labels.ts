// A line of text centred on x, and the possible positions of its top, best first.
export interface WantedLabel {
  x: number;
  width: number;
  tops: number[];
}

interface Placed<Label> {
  label: Label;
  top: number;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boxOf({ x, width }: WantedLabel, top: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top, bottom: top + height };
}

function overlap(one: Box, other: Box): boolean {
  const across = one.left < other.right && other.left < one.right;
  return across && one.top < other.bottom && other.top < one.bottom;
}

// Boxes in a grid with cells of `size`, so that finding an overlap only looks at boxes nearby.
class Taken {
  private readonly cells = new Map<string, Box[]>();

  constructor(private readonly size: number) {}

  add(box: Box): void {
    for (const key of this.keys(box)) {
      const cell = this.cells.get(key);
      if (cell) cell.push(box);
      else this.cells.set(key, [box]);
    }
  }

  holds(box: Box): boolean {
    for (const key of this.keys(box)) {
      if (this.cells.get(key)?.some((other) => overlap(box, other))) return true;
    }
    return false;
  }

  private *keys(box: Box): Generator<string> {
    const cell = (at: number): number => Math.floor(at / this.size);
    for (let x = cell(box.left); x <= cell(box.right); x++) {
      for (let y = cell(box.top); y <= cell(box.bottom); y++) yield `${x} ${y}`;
    }
  }
}

// Gives each label its first position that no earlier label and no obstacle overlaps. Labels
// without one are left out. All are `height` high.
export function placeLabels<Label extends WantedLabel>(
  wanted: readonly Label[],
  height: number,
  obstacles: readonly Box[] = [],
): Placed<Label>[] {
  const taken = new Taken(4 * height);
  for (const box of obstacles) taken.add(box);
  const placed: Placed<Label>[] = [];
  for (const label of wanted) {
    const top = label.tops.find((place) => !taken.holds(boxOf(label, place, height)));
    if (top === undefined) continue;
    taken.add(boxOf(label, top, height));
    placed.push({ label, top });
  }
  return placed;
}
