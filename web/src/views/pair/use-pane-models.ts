import type { RefObject } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { SideFiles } from "./passage-diff";
import { PaneModel } from "./pane-model";
import type { Side } from "./side-files";
import { single } from "./space";

const LIST_WIDTH = 288;
const BETWEEN = 80;

function paneWidth(root: HTMLElement | null, listed: boolean): number {
  const width = root?.clientWidth ?? innerWidth;
  if (single.value) return width;
  return (width - BETWEEN - (listed ? LIST_WIDTH : 0)) / 2;
}

// A model for each side. They are made again when the texts, wrapping or the width change.
export function usePaneModels(
  root: RefObject<HTMLElement | null>,
  files: SideFiles,
  wrap: boolean,
  listed: boolean,
): Record<Side, PaneModel> {
  const [width, setWidth] = useState(() => innerWidth);
  useEffect(() => {
    const onResize = (): void => setWidth(innerWidth);
    addEventListener("resize", onResize);
    return () => removeEventListener("resize", onResize);
  }, []);
  // Without wrapping the layout does not depend on the width, so the panes keep their position.
  const layout = wrap ? `${width}/${listed}` : "";
  return useMemo(() => {
    const px = paneWidth(root.current, listed);
    return { a: new PaneModel(files.a, wrap, px), b: new PaneModel(files.b, wrap, px) };
  }, [files, wrap, layout]);
}
