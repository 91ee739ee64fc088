import { useState } from "preact/hooks";
import { readsAsProse } from "../../text/prose";
import type { SideFiles } from "./passage-diff";
import { compact } from "./space";

// Whether long lines are wrapped: by default if most files are prose or the screen is narrow.
export function useWrap(files: SideFiles): [wrap: boolean, toggle: () => void] {
  const [asked, setAsked] = useState<boolean | null>(null);
  const all = [...files.a, ...files.b];
  const wrap = asked ?? (compact.value || 2 * all.filter(readsAsProse).length > all.length);
  return [wrap, () => setAsked(!wrap)];
}
