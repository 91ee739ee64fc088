// A rough division into words, numbers, strings and signs, good enough to show differences. The
// engine's own symbols decide what matched; these only show where the two texts differ.

export interface Token {
  text: string;
  begin: number; // bytes of UTF-8
  end: number;
}

const TOKEN = /[\p{L}\p{N}_$]+|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^\s]/gu;

function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const surrogate = unit >= 0xd800 && unit < 0xe000;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || surrogate ? 2 : 3;
  }
  return bytes;
}

// `begin` is the offset of `text` in its file.
export function tokensOf(text: string, begin: number): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let bytes = begin;
  for (const match of text.matchAll(TOKEN)) {
    bytes += utf8Length(text.slice(at, match.index));
    const end = bytes + utf8Length(match[0]);
    tokens.push({ text: match[0], begin: bytes, end });
    at = match.index + match[0].length;
    bytes = end;
  }
  return tokens;
}
