import type { PassageData } from "../../report/types";
import type { SideFile } from "../../text/rows";
import { tokenDiff, type Excerpt, type Substitution } from "../../text/token-diff";
import type { Changes } from "./selection";
import type { Side } from "./side-files";

export interface PassageDiff {
  changes: Changes;
  substitutions: Substitution[];
}

export type SideFiles = Record<Side, readonly SideFile[]>;

function excerpt(files: readonly SideFile[], place: PassageData["a"]): Excerpt | null {
  const text = files.find((file) => file.path === place.file)?.text;
  return text ? { text: text.slice(place.begin, place.end), begin: place.begin } : null;
}

// The differences inside one passage; null if a text is missing.
export function passageDiff(
  files: SideFiles,
  data: PassageData,
  passage: number,
  left: Side,
): PassageDiff | null {
  const [a, b] = [excerpt(files.a, data.a), excerpt(files.b, data.b)];
  if (!a || !b) return null;
  const { left: spansA, right: spansB, substitutions } = tokenDiff(a, b);
  return {
    changes: {
      passage,
      spans: { a: { path: data.a.file, spans: spansA }, b: { path: data.b.file, spans: spansB } },
    },
    substitutions:
      left === "a"
        ? substitutions
        : substitutions.map((s) => ({ ...s, left: s.right, right: s.left })),
  };
}
