// The white space before the text of a line. It is not marked, since it is no evidence. Each
// character takes one byte.
export function indentationOf(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? "";
}
