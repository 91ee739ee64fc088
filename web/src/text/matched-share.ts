import type { SideFile } from "./rows";

// The share of a file's text in passages, from 0 to 1. Overlapping passages count once.
export function matchedShare({ text, passages }: SideFile): number {
  if (!text || text.bytes.length === 0) return 0;
  let covered = 0;
  let reached = 0;
  for (const { begin, end } of [...passages].sort((x, y) => x.begin - y.begin)) {
    covered += Math.max(0, end - Math.max(begin, reached));
    reached = Math.max(reached, end);
  }
  return covered / text.bytes.length;
}
