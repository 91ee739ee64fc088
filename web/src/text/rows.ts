import type { LineText } from "./line-text";
import type { PassageSpan, Span } from "./pieces";

// One side of a pair: the rows of its files, one file below the other.

export interface SideFile {
  path: string;
  label: string;
  frontEnd: string;
  text: LineText | null; // null if the report lacks it
  base: Span[];
  passages: PassageSpan[];
}

export type Row =
  | { type: "heading"; file: number }
  | { type: "absent"; file: number }
  // A line, or a part of a very long line.
  | { type: "line"; file: number; line: number; begin: number; end: number; first: boolean };

// Longer lines are cut, since a browser takes minutes to lay out a line of megabytes.
const LONGEST_ROW = 2000;

const CONTINUATION = 0x80;
const CONTINUATION_MASK = 0xc0;

// Moves a cut back to the start of a UTF-8 character.
function characterStart(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (at > 0 && ((bytes[at] ?? 0) & CONTINUATION_MASK) === CONTINUATION) at--;
  return at;
}

function addLine(rows: Row[], file: number, text: LineText, line: number): void {
  const lineEnd = text.lineEnd(line);
  let begin = text.lineBegin(line);
  let first = true;
  do {
    let end = lineEnd;
    if (end - begin > LONGEST_ROW) end = characterStart(text.bytes, begin + LONGEST_ROW);
    if (end <= begin) end = Math.min(lineEnd, begin + LONGEST_ROW);
    rows.push({ type: "line", file, line, begin, end, first });
    begin = end;
    first = false;
  } while (begin < lineEnd);
}

export function rowsOf(files: readonly SideFile[]): Row[] {
  const rows: Row[] = [];
  files.forEach(({ text }, file) => {
    rows.push({ type: "heading", file });
    if (!text) rows.push({ type: "absent", file });
    else for (let line = 0; line < text.lineCount; line++) addLine(rows, file, text, line);
  });
  return rows;
}

// The row that contains a byte of a file. O(log rows).
export function rowOfOffset(rows: readonly Row[], file: number, offset: number): number {
  let low = 0;
  let high = rows.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const row = rows[middle]!;
    const before = row.file < file || (row.file === file && beginOf(row) <= offset);
    if (before) low = middle;
    else high = middle;
  }
  return low;
}

function beginOf(row: Row): number {
  return row.type === "line" ? row.begin : -1;
}
