import type { Pair, Submission } from "../../report/report";
import type { TextStore } from "../../report/texts";
import type { PlaceData } from "../../report/types";
import type { Names } from "../../state/names";
import type { SideFile } from "../../text/rows";

export type Side = "a" | "b";

export function otherSide(side: Side): Side {
  return side === "a" ? "b" : "a";
}

// The files of one side with their texts; those that hold passages first.
export async function sideFiles(
  pair: Pair,
  side: Side,
  submission: Submission,
  texts: TextStore,
  names: Names,
): Promise<SideFile[]> {
  const places: PlaceData[] = pair.passages.map((passage) => passage[side]);
  const files = submission.files.map(async (file): Promise<SideFile> => {
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
  const read = await Promise.all(files);
  return [
    ...read.filter((f) => f.passages.length > 0),
    ...read.filter((f) => f.passages.length === 0),
  ];
}
