import { useState } from "preact/hooks";
import type { SideFile } from "../../text/rows";
import type { SideFiles } from "./passage-diff";

// Prose has a paragraph a line; code is better read as it was set.
const PROSE = /^(text|words|html)/;

function isProse(file: SideFile): boolean {
  return PROSE.test(file.frontEnd);
}

// Whether long lines are wrapped: by default when most files are prose.
export function useWrap(files: SideFiles): [wrap: boolean, toggle: () => void] {
  const [asked, setAsked] = useState<boolean | null>(null);
  const all = [...files.a, ...files.b];
  const wrap = asked ?? 2 * all.filter(isProse).length > all.length;
  return [wrap, () => setAsked(!wrap)];
}
