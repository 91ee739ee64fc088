import type { PairData } from "./types";

export type Identity = "identical" | "identical except for renamed identifiers";

// "Identical" speaks of what counts, and names of a program do not: that they differ is said.
export function identityOf(pair: PairData): Identity | undefined {
  if (!pair.identical) return undefined;
  const spelledAlike = (): boolean => pair.passages.every(({ kind }) => kind === "verbatim");
  return (pair.identical_names ?? spelledAlike())
    ? "identical"
    : "identical except for renamed identifiers";
}
