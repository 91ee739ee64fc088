// Cuts a row of text where a passage, base code or a difference begins or ends.

export interface Span {
  begin: number; // bytes, half open
  end: number;
}

export interface PassageSpan extends Span {
  passage: number;
}

export interface Piece extends Span {
  passages: number[]; // the passages that cover the piece, in the given order
  base: boolean;
  changed: boolean;
}

export interface Layers {
  passages: readonly PassageSpan[];
  base: readonly Span[];
  changed: readonly Span[];
}

function overlaps(span: Span, begin: number, end: number): boolean {
  return span.begin < end && span.end > begin;
}

export function piecesOf(begin: number, end: number, layers: Layers): Piece[] {
  const within = <T extends Span>(spans: readonly T[]): T[] =>
    spans.filter((span) => overlaps(span, begin, end));
  const passages = within(layers.passages);
  const base = within(layers.base);
  const changed = within(layers.changed);
  const cuts = new Set([begin, end]);
  for (const span of [...passages, ...base, ...changed]) {
    if (span.begin > begin) cuts.add(span.begin);
    if (span.end < end) cuts.add(span.end);
  }
  const places = [...cuts].sort((x, y) => x - y);
  const pieces: Piece[] = [];
  for (let i = 0; i + 1 < places.length; i++) {
    const [from, to] = [places[i]!, places[i + 1]!];
    pieces.push({
      begin: from,
      end: to,
      passages: passages.filter((p) => overlaps(p, from, to)).map((p) => p.passage),
      base: base.some((b) => overlaps(b, from, to)),
      changed: changed.some((c) => overlaps(c, from, to)),
    });
  }
  return pieces;
}
