// The common text of two texts: maximal runs of letters and digits, ignoring case, of at least
// SHORTEST letters. Every such run that overlaps no other is found. Of a part that a text repeats,
// the first MOST_PLACES occurrences are examined.
import type { Span } from "./pieces";

export const SHORTEST = 45; // letters; about 60 characters, as in exact-overlap
// An index of every STEP-th offset of one text finds each run of SHORTEST in the other.
const STEP = 15;
const WINDOW = SHORTEST - STEP + 1;

interface Letters {
  text: string;
  begins: Uint32Array; // bytes of UTF-8
  ends: Uint32Array;
}

export interface CommonRun {
  a: Span; // bytes
  b: Span;
  letters: number;
}

function utf8Length(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

const LETTER = /[\p{L}\p{N}]/u;

export function lettersOf(source: string): Letters {
  const kept: string[] = [];
  const begins: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of source) {
    const end = at + utf8Length(character);
    if (LETTER.test(character)) {
      // Lower case may have another length: an entry for each of its units.
      for (const unit of character.toLowerCase().split("")) {
        kept.push(unit);
        begins.push(at);
        ends.push(end);
      }
    }
    at = end;
  }
  return { text: kept.join(""), begins: Uint32Array.from(begins), ends: Uint32Array.from(ends) };
}

function placesOf(text: string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let at = 0; at + WINDOW <= text.length; at += STEP) {
    const key = text.slice(at, at + WINDOW);
    const list = places.get(key);
    if (list) list.push(at);
    else places.set(key, [at]);
  }
  return places;
}

interface Run {
  a: number;
  b: number;
  length: number;
}

function extended(a: string, b: string, x: number, y: number): Run {
  let [from, to] = [0, WINDOW];
  while (x - from > 0 && y - from > 0 && a[x - from - 1] === b[y - from - 1]) from++;
  while (x + to < a.length && y + to < b.length && a[x + to] === b[y + to]) to++;
  return { a: x - from, b: y - from, length: from + to };
}

// The longest run through an offset of the second text.
function longestAt(a: string, b: string, places: readonly number[], y: number): Run | null {
  let best: Run | null = null;
  for (const x of places.slice(0, MOST_PLACES)) {
    const run = extended(a, b, x, y);
    if (!best || run.length > best.length) best = run;
  }
  return best;
}

const MOST_PLACES = 64; // occurrences of one part that a text repeats

// Runs in the order of the second text, none inside another there.
export function commonRuns(first: string, second: string): CommonRun[] {
  const [a, b] = [lettersOf(first), lettersOf(second)];
  const places = placesOf(a.text);
  const runs: CommonRun[] = [];
  for (let y = 0; y + WINDOW <= b.text.length; y++) {
    const found = places.get(b.text.slice(y, y + WINDOW));
    const run = found && longestAt(a.text, b.text, found, y);
    if (!run || run.length < SHORTEST) continue;
    runs.push({
      a: { begin: a.begins[run.a]!, end: a.ends[run.a + run.length - 1]! },
      b: { begin: b.begins[run.b]!, end: b.ends[run.b + run.length - 1]! },
      letters: run.length,
    });
    y = run.b + run.length - WINDOW;
  }
  return runs;
}
