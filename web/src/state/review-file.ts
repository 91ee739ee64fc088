import { VERDICTS, type IgnoredData, type ReviewData, type Verdict } from "../report/types";

// The small file that `whorl compare --review FILE` reads.

export interface Review {
  verdict: Verdict | "";
  note: string;
}

export interface ReviewFile {
  verdicts: Map<string, Review>;
  ignored?: IgnoredData[]; // missing in files of earlier versions
}

export const NO_REVIEW: Review = { verdict: "", note: "" };
const SEPARATOR = "\0";

// Both orders of the two names mean the same pair.
export function reviewKey(a: string, b: string): string {
  return a < b ? a + SEPARATOR + b : b + SEPARATOR + a;
}

function verdictOf(value: unknown): Verdict | "" {
  return VERDICTS.find((verdict) => verdict === value) ?? "";
}

export function reviewsOf(list: readonly ReviewData[]): Map<string, Review> {
  const reviews = new Map<string, Review>();
  for (const { a, b, verdict, note } of list) {
    reviews.set(reviewKey(a, b), { verdict: verdictOf(verdict), note });
  }
  return reviews;
}

export function writeReviewFile(
  reviews: ReadonlyMap<string, Review>,
  ignored: readonly IgnoredData[],
): string {
  const verdicts = [...reviews]
    .filter(([, review]) => review.verdict !== "" || review.note !== "")
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([key, review]) => {
      const [a, b] = key.split(SEPARATOR);
      return { a, b, verdict: review.verdict === "" ? "none" : review.verdict, note: review.note };
    });
  return JSON.stringify({ version: 1, verdicts, ignored }, null, 2) + "\n";
}

function isReviewData(value: unknown): value is ReviewData {
  if (typeof value !== "object" || value === null) return false;
  const { a, b, verdict, note } = value as Partial<Record<string, unknown>>;
  const words = [a, b, verdict].every((word) => typeof word === "string");
  return words && (note === undefined || typeof note === "string");
}

function isIgnoredData(value: unknown): value is IgnoredData {
  if (typeof value !== "object" || value === null) return false;
  const { file, text } = value as Partial<Record<string, unknown>>;
  return typeof file === "string" && typeof text === "string";
}

function ignoredOf(list: unknown): { ignored?: IgnoredData[] } {
  if (list === undefined) return {};
  if (!Array.isArray(list) || !list.every(isIgnoredData)) {
    throw new Error("An ignored passage in this file is incomplete.");
  }
  return { ignored: list };
}

// Throws an Error with a message for the reader if the text is no review file.
export function parseReviewFile(text: string): ReviewFile {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error("This file is not JSON.");
  }
  const { verdicts, ignored } = (data ?? {}) as { verdicts?: unknown; ignored?: unknown };
  if (!Array.isArray(verdicts)) throw new Error("This file has no list of verdicts.");
  const list = verdicts.filter(isReviewData);
  if (list.length !== verdicts.length) throw new Error("A verdict in this file is incomplete.");
  return {
    verdicts: reviewsOf(list.map((entry) => ({ ...entry, note: entry.note ?? "" }))),
    ...ignoredOf(ignored),
  };
}
