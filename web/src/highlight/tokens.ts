import type { Span } from "../text/pieces";

// The kinds of words that have different colours.
export type TokenKind = "keyword" | "string" | "number" | "comment" | "name";

export interface Token extends Span {
  kind: TokenKind;
}

const KINDS: Readonly<Record<string, TokenKind>> = {
  keyword: "keyword",
  literal: "keyword",
  built_in: "keyword",
  type: "keyword",
  meta: "keyword",
  string: "string",
  regexp: "string",
  char: "string",
  number: "number",
  comment: "comment",
  doctag: "comment",
  title: "name",
  section: "name",
};

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
};

const PARTS = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);|[^<&]+/g;

function kindOf(classes: string): TokenKind | null {
  return KINDS[/^hljs-([a-z_]+)/.exec(classes)?.[1] ?? ""] ?? null;
}

const utf8 = new TextEncoder();

// The coloured ranges of a text, in bytes, from the highlighter's markup. The innermost kind wins.
export function tokensOfMarkup(markup: string): Token[] {
  const tokens: Token[] = [];
  const open: (TokenKind | null)[] = [null];
  let at = 0;
  for (const [part, classes, entity] of markup.matchAll(PARTS)) {
    const current = open[open.length - 1] ?? null;
    if (classes !== undefined) {
      open.push(kindOf(classes) ?? current);
    } else if (part === "</span>") {
      open.pop();
    } else {
      const begin = at;
      at += utf8.encode(entity === undefined ? part : (ENTITIES[entity] ?? "")).length;
      if (current) add(tokens, { begin, end: at, kind: current });
    }
  }
  return tokens;
}

function add(tokens: Token[], token: Token): void {
  const last = tokens[tokens.length - 1];
  if (last && last.end === token.begin && last.kind === token.kind) last.end = token.end;
  else tokens.push(token);
}

export interface Colored extends Span {
  kind: TokenKind | null;
}

// Cuts a range of text at the borders of its tokens. O(log tokens + parts).
export function coloredParts(tokens: readonly Token[], begin: number, end: number): Colored[] {
  if (begin >= end) return [];
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.end <= begin) low = middle + 1;
    else high = middle;
  }
  const parts: Colored[] = [];
  let at = begin;
  for (let i = low; i < tokens.length && tokens[i]!.begin < end; i++) {
    const from = Math.max(begin, tokens[i]!.begin);
    const to = Math.min(end, tokens[i]!.end);
    if (from > at) parts.push({ begin: at, end: from, kind: null });
    parts.push({ begin: from, end: to, kind: tokens[i]!.kind });
    at = to;
  }
  if (at < end) parts.push({ begin: at, end, kind: null });
  return parts;
}
