import { percent } from "./format";
import type { PassageData, PassageKind } from "./types";
import type { Unit } from "./unit-words";

export const KIND_LABELS: Record<PassageKind, string> = {
  verbatim: "Verbatim",
  renamed: "Renamed",
  edited: "Edited",
};

// Explains why the two places count as one passage.
export function whyMatched({ kind, identity }: PassageData, unit: Unit): string {
  const ignored = unit === "token" ? "Layout and comments do" : "Layout does";
  switch (kind) {
    case "verbatim":
      return `The same text on both sides. ${ignored} not count.`;
    case "renamed":
      return `Names, numbers or strings differ; all else is equal, in the same order. ${ignored} not count.`;
    case "edited":
      return `Equal parts joined over small changes: ${percent(identity)} of the longer side is equal.`;
  }
}

// If at least this many submissions share a passage, a common source is the better explanation.
const COMMON_SOURCE = 5;

// How many submissions contain a passage, and what that means.
export function howRare(sharedBy: number, submissions: number): string {
  if (sharedBy <= 2) {
    return submissions > 2
      ? `No other of the ${submissions} submissions contains this passage.`
      : "";
  }
  const found = `This passage occurs in ${sharedBy} of the ${submissions} submissions.`;
  if (sharedBy < COMMON_SOURCE) return found;
  return `${found} A common source is likely, such as a template, a textbook or given code.`;
}
