import type { SideFile } from "./rows";

const PROSE = /^(text|words|html)/;
// A line of this length is a paragraph and not a row of a table.
const PARAGRAPH = 120;

const known = new WeakMap<SideFile, boolean>();

function hasParagraphs({ text }: SideFile): boolean {
  if (!text) return false;
  for (let line = 0; line < text.lineCount; line++) {
    if (text.lineEnd(line) - text.lineBegin(line) > PARAGRAPH) return true;
  }
  return false;
}

// Prose has one paragraph per line and is set like a book. Anything else is shown with its own line
// breaks.
export function readsAsProse(file: SideFile): boolean {
  let prose = known.get(file);
  if (prose === undefined) {
    prose = PROSE.test(file.frontEnd) && hasParagraphs(file);
    known.set(file, prose);
  }
  return prose;
}
