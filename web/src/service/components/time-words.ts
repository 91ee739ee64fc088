const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

// A time as the reader writes it.
export function timeWords(time: string): string {
  return FORMAT.format(new Date(time));
}
