// A line of text centred on x, and where its top may be, best first.
export interface WantedLabel {
  x: number;
  width: number;
  tops: number[];
}

interface Placed<Label> {
  label: Label;
  top: number;
}

// Gives each label in turn its first place that no label before it takes; those without one are left
// out. All are `height` high.
export function placeLabels<Label extends WantedLabel>(
  wanted: readonly Label[],
  height: number,
): Placed<Label>[] {
  const placed: Placed<Label>[] = [];
  const free = (label: Label, top: number): boolean =>
    placed.every(
      (other) =>
        Math.abs(other.top - top) >= height ||
        Math.abs(other.label.x - label.x) * 2 >= other.label.width + label.width,
    );
  for (const label of wanted) {
    const top = label.tops.find((place) => free(label, place));
    if (top !== undefined) placed.push({ label, top });
  }
  return placed;
}
