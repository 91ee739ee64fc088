import type { IgnoredData, PlaceData } from "../../report/types";
import type { SideFile } from "../../text/rows";

// A passage as the next run takes it for base code. Its name says how to read the text and names
// nobody; of a converted document the text is plain.
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
