import type { PairData } from "./types";

export type Identity = "identical" | "identical but for names";

// "Identical" speaks of what counts, and names of a program do not: that they differ is said.
// Without the pair's passages it is not known whether they do.
export function identityOf({ identical, passages }: PairData): Identity | undefined {
  if (!identical) return undefined;
  const spelledAlike = passages.every((passage) => passage.kind === "verbatim");
  return spelledAlike ? "identical" : "identical but for names";
}
