import type { Pair, Submission } from "../../report/report";
import type { TextStore } from "../../report/texts";
import type { FileData, PlaceData } from "../../report/types";
import type { Names } from "../../state/names";
import { matchedShare } from "../../text/matched-share";
import type { SideFile } from "../../text/rows";
import type { FileOrder } from "./selection";

export type Side = "a" | "b";

export function otherSide(side: Side): Side {
  return side === "a" ? "b" : "a";
}

// Decides in which language a file is coloured: code or markup before prose, then the one with the
// most symbols.
function weight({ front_end, symbols }: FileData): number {
  return /^(code|markup)/.test(front_end) ? symbols : -1 / (symbols + 1);
}

// A file in several languages is listed once for each language but shown once.
function shownOnce(files: readonly FileData[]): FileData[] {
  const shown = new Map<string, FileData>();
  for (const file of files) {
    const before = shown.get(file.path);
    if (!before || weight(before) < weight(file)) shown.set(file.path, file);
  }
  return [...shown.values()];
}

// The files of one side with their texts, ordered by name.
export async function sideFiles(
  pair: Pair,
  side: Side,
  submission: Submission,
  texts: TextStore,
  names: Names,
): Promise<SideFile[]> {
  const places: PlaceData[] = pair.passages.map((passage) => passage[side]);
  const files = shownOnce(submission.files).map(async (file): Promise<SideFile> => {
    const passages = places.flatMap((place, passage) =>
      place.file === file.path ? [{ passage, begin: place.begin, end: place.end }] : [],
    );
    return {
      path: file.path,
      label: names.file(submission, file.path),
      frontEnd: file.front_end,
      text: await texts.text(file.path),
      base: texts.base(file.path).map(([begin, end]) => ({ begin, end })),
      passages,
    };
  });
  return Promise.all(files);
}

// Orders by name, or by the share that passages cover, largest first.
export function inOrder(files: readonly SideFile[], order: FileOrder): readonly SideFile[] {
  if (order === "name") return files;
  const held = ({ passages }: SideFile): number => passages.length;
  return [...files].sort((x, y) => matchedShare(y) - matchedShare(x) || held(y) - held(x));
}
