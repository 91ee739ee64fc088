// Blanks before a line's text: not painted, for they say nothing about it. Each takes one byte.
export function indentationOf(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? "";
}
