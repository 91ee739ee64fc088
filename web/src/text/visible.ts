// Characters that change how a line looks but are invisible: controls, direction marks and
// zero-width spaces. They can hide text from a comparison, so their codes are shown.
const HIDDEN =
  /(?<=[\u0000-\u007f])[\u200c\u200d]|[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

export type VisiblePart = { text: string; hidden: false } | { text: string; hidden: true };

const SYMBOLS: Record<string, string> = { "\n": "↵", "\r": "↵" };

function codeOf(character: string): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return SYMBOLS[character] ?? `U+${code}`;
}

// Splits a text into ordinary text and named invisible characters; tabs stay as they are.
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let end = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), hidden: false });
    parts.push({ text: codeOf(match[0]), hidden: true });
    end = match.index + match[0].length;
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end), hidden: false });
  return parts;
}
