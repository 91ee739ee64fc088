import type { PairData } from "./types";

// "Identical" speaks of what counts, and names of a program do not: that they differ is said.
export function identityOf({ identical, passages }: PairData): string | undefined {
  if (!identical) return undefined;
  const spelledAlike = passages.every((passage) => passage.kind === "verbatim");
  return spelledAlike ? "identical" : "identical but for names";
}
