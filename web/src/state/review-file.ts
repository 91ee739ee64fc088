import { VERDICTS, type ReviewData, type Verdict } from "../report/types";

// The small file that `whorl compare --review FILE` takes.

export interface Review {
  verdict: Verdict | "";
  note: string;
}

export const NO_REVIEW: Review = { verdict: "", note: "" };
const SEPARATOR = "\0";

// The two names in either order are one pair.
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

export function writeReviewFile(reviews: ReadonlyMap<string, Review>): string {
  const verdicts = [...reviews]
    .filter(([, review]) => review.verdict !== "" || review.note !== "")
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([key, review]) => {
      const [a, b] = key.split(SEPARATOR);
      return { a, b, verdict: review.verdict === "" ? "none" : review.verdict, note: review.note };
    });
  return JSON.stringify({ version: 1, verdicts }, null, 2) + "\n";
}

function isReviewData(value: unknown): value is ReviewData {
  if (typeof value !== "object" || value === null) return false;
  const { a, b, verdict, note } = value as Partial<Record<string, unknown>>;
  const words = [a, b, verdict].every((word) => typeof word === "string");
  return words && (note === undefined || typeof note === "string");
}

// Throws an Error a reader understands when the text is no review file.
export function parseReviewFile(text: string): Map<string, Review> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error("This file is not JSON.");
  }
  const verdicts = (data as { verdicts?: unknown } | null)?.verdicts;
  if (!Array.isArray(verdicts)) throw new Error("This file has no list of verdicts.");
  const list = verdicts.filter(isReviewData);
  if (list.length !== verdicts.length) throw new Error("A verdict in this file is incomplete.");
  return reviewsOf(list.map((entry) => ({ ...entry, note: entry.note ?? "" })));
}
