import type { SideFile } from "./rows";

const PROSE = /^(text|words|html)/;
// A line this long is a paragraph, not a row of a table.
const PARAGRAPH = 120;

const known = new WeakMap<SideFile, boolean>();

function hasParagraphs({ text }: SideFile): boolean {
  if (!text) return false;
  for (let line = 0; line < text.lineCount; line++) {
    if (text.lineEnd(line) - text.lineBegin(line) > PARAGRAPH) return true;
  }
  return false;
}

// Prose has a paragraph a line and is set like a book; all else is better read as it was set.
export function readsAsProse(file: SideFile): boolean {
  let prose = known.get(file);
  if (prose === undefined) {
    prose = PROSE.test(file.frontEnd) && hasParagraphs(file);
    known.set(file, prose);
  }
  return prose;
}
