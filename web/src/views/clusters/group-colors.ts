// Okabe and Ito's colours, ordered so that neighbours also differ in lightness.
const COLORS = [
  "#0072b2",
  "#e69f00",
  "#009e73",
  "#cc79a7",
  "#56b4e9",
  "#d55e00",
  "#b5a90e",
  "#777777",
];

// After the last colour the colours repeat; the legend and the names tell the groups apart.
export function groupColor(groups: readonly string[], group: string): string {
  const at = groups.indexOf(group);
  return COLORS[(at < 0 ? 0 : at) % COLORS.length]!;
}
