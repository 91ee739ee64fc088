import type { Pair, Submission } from "../report/report";
import { hrefOf, pathNumber } from "./route";

// In addresses, pairs, passages and submissions are numbered from 1, as on the page.

export function pairHref(pair: Pair, passage?: number): string {
  const place = ["pair", pair.index + 1];
  return hrefOf(passage === undefined ? place : [...place, "passage", passage + 1]);
}

export function sheetHref(pair: Pair): string {
  return hrefOf(["sheet", pair.index + 1]);
}

export function submissionHref(submission: Submission): string {
  return hrefOf(["submission", submission.index + 1]);
}

// The item that a part of the address names; undefined if there is none.
export function itemAt<T>(list: readonly T[], part: string | undefined): T | undefined {
  const number = pathNumber(part);
  return number === null ? undefined : list[number - 1];
}
