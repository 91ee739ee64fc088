import type { IgnoredData, PlaceData } from "../../report/types";
import type { SideFile } from "../../text/rows";

// Makes a passage into base code for the next run. Its name tells how to read the text, but not
// whose it is. Converted documents are plain text.
export function ignoredPassage(
  files: readonly SideFile[],
  place: PlaceData,
): IgnoredData | undefined {
  const file = files.find(({ path }) => path === place.file);
  if (!file?.text) return undefined;
  const ending = /^code|^markup|^html/.test(file.frontEnd)
    ? (/\.[^./]*$/.exec(place.file)?.[0] ?? "")
    : ".txt";
  return { file: `passage${ending}`, text: file.text.slice(place.begin, place.end) };
}
