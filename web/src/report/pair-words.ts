import type { PairData } from "./types";

export type Identity = "identical" | "identical, renamed";

// "Identical" is about what counts, and names in programs do not count. Different names are
// therefore mentioned.
export function identityOf(pair: PairData): Identity | undefined {
  if (!pair.identical) return undefined;
  const spelledAlike = (): boolean => pair.passages.every(({ kind }) => kind === "verbatim");
  return (pair.identical_names ?? spelledAlike()) ? "identical" : "identical, renamed";
}

// The same for a sentence.
export const IDENTITY_WORDS: Record<Identity, string> = {
  identical: "identical",
  "identical, renamed": "identical except for renamed identifiers",
};
