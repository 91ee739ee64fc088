import { count, percent } from "./format";
import { MOST_PAIRS, type PassageData, type PassageKind } from "./types";

export const KIND_LABELS: Record<PassageKind, string> = {
  verbatim: "Verbatim",
  renamed: "Renamed",
  edited: "Edited",
};

// Why the two places count as one passage.
export function whyMatched({ kind, identity }: PassageData): string {
  switch (kind) {
    case "verbatim":
      return "The same text on both sides, up to what does not count, such as layout and comments.";
    case "renamed":
      return "The same symbols in the same order; names or literals differ. Layout and comments do not count.";
    case "edited":
      return `Equal parts joined over small changes: ${percent(identity)} of the longer side is equal.`;
  }
}

// How telling a passage is: what many share proves little about two.
export function howRare(sharedBy: number, submissions: number): string {
  if (sharedBy <= 2) return `In 2 of ${submissions} submissions: only these two.`;
  return `In ${sharedBy} of ${submissions} submissions.`;
}

// How rarely chance makes such a passage, in a few words; empty where it is not estimated.
export function byChance({ once_in }: PassageData): string {
  if (once_in === undefined) return "";
  if (once_in === 1) return "by chance in any pair";
  const rarer = once_in >= MOST_PAIRS ? " or more" : "";
  return `by chance once in ${count(once_in)} pairs${rarer}`;
}

// The same, and what it means and does not.
export function whatChanceMeans(passage: PassageData): string {
  if (passage.once_in === undefined) return "";
  return `Expected ${byChance(passage)} that were written independently, each in the manner of this class. A common source, such as a template or a textbook, is not chance; unrelated programs have one more often than this says.`;
}
