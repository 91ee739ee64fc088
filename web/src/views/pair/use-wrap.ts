import { useState } from "preact/hooks";
import { readsAsProse } from "../../text/prose";
import type { SideFiles } from "./passage-diff";

// Where the texts have half a telephone or tablet each, as pair.css has it.
const NARROW = "(max-width: 800px)";

// Whether long lines are wrapped: by default when most files are prose, or there is no room.
export function useWrap(files: SideFiles): [wrap: boolean, toggle: () => void] {
  const [asked, setAsked] = useState<boolean | null>(null);
  const all = [...files.a, ...files.b];
  const wrap =
    asked ?? (matchMedia(NARROW).matches || 2 * all.filter(readsAsProse).length > all.length);
  return [wrap, () => setAsked(!wrap)];
}
