import type { SideFile } from "./rows";

// How much of a file's text lies in passages, 0 … 1. Where passages overlap it counts once.
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
