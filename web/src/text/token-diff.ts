import type { Span } from "./pieces";
import { differences, type Hunk } from "./sequence-diff";
import { tokensOf, type Token } from "./tokens";

export interface Substitution {
  left: string;
  right: string;
  times: number;
}

export interface TokenDiff {
  left: Span[];
  right: Span[];
  substitutions: Substitution[];
}

export interface Excerpt {
  text: string;
  begin: number; // in bytes of its file
}

const MOST_TOKENS = 6000;
const MOST_CHANGES = 800;

const NOTHING: TokenDiff = { left: [], right: [], substitutions: [] };

// In a renamed passage, tokens correspond one by one, so no search is needed.
function positional(a: readonly string[], b: readonly string[]): Hunk[] | null {
  if (a.length !== b.length) return null;
  const hunks: Hunk[] = [];
  a.forEach((word, i) => {
    if (word !== b[i]) hunks.push({ aBegin: i, aEnd: i + 1, bBegin: i, bEnd: i + 1 });
  });
  return 2 * hunks.length <= a.length ? hunks : null;
}

function substitutionsOf(hunks: readonly Hunk[], left: Token[], right: Token[]): Substitution[] {
  const found = new Map<string, Substitution>();
  for (const { aBegin, aEnd, bBegin, bEnd } of hunks) {
    if (aEnd - aBegin !== bEnd - bBegin) continue;
    for (let i = 0; i < aEnd - aBegin; i++) {
      const [from, to] = [left[aBegin + i]!.text, right[bBegin + i]!.text];
      const key = JSON.stringify([from, to]);
      const known = found.get(key);
      if (known) known.times++;
      else found.set(key, { left: from, right: to, times: 1 });
    }
  }
  return [...found.values()].sort((x, y) => y.times - x.times);
}

// The tokens of a range as one span; nothing if it is empty.
function spanOf(tokens: readonly Token[], from: number, to: number): Span[] {
  const [first, last] = [tokens[from], tokens[to - 1]];
  return from < to && first && last ? [{ begin: first.begin, end: last.end }] : [];
}

// The differences between two excerpts, token by token; nothing if they are too long or too
// different.
export function tokenDiff(left: Excerpt, right: Excerpt): TokenDiff {
  const a = tokensOf(left.text, left.begin);
  const b = tokensOf(right.text, right.begin);
  if (Math.max(a.length, b.length) > MOST_TOKENS) return NOTHING;
  const [words, others] = [a.map((t) => t.text), b.map((t) => t.text)];
  const hunks = positional(words, others) ?? differences(words, others, MOST_CHANGES);
  if (!hunks) return NOTHING;
  return {
    left: hunks.flatMap((h) => spanOf(a, h.aBegin, h.aEnd)),
    right: hunks.flatMap((h) => spanOf(b, h.bBegin, h.bEnd)),
    substitutions: substitutionsOf(hunks, a, b),
  };
}
