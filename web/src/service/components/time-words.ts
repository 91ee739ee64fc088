const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

// A time in the reader's format.
export function timeWords(time: string): string {
  return FORMAT.format(new Date(time));
}
