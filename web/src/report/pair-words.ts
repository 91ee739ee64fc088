import type { PairData } from "./types";

export type Identity = "identical" | "identical except for renamed identifiers";

// "Identical" is about what counts, and names in programs do not count. Different names are
// therefore mentioned.
export function identityOf(pair: PairData): Identity | undefined {
  if (!pair.identical) return undefined;
  const spelledAlike = (): boolean => pair.passages.every(({ kind }) => kind === "verbatim");
  return (pair.identical_names ?? spelledAlike())
    ? "identical"
    : "identical except for renamed identifiers";
}
