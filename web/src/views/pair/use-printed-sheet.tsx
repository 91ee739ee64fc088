import { render } from "preact";
import { useEffect } from "preact/hooks";
import type { Pair } from "../../report/report";
import { SessionContext, useSession } from "../../state/session";
import { Sheet } from "../sheet/Sheet";
import type { SideFiles } from "./passage-diff";

// Printing the pair view prints its evidence sheet: the panes hold only the lines in sight.
export function usePrintedSheet(pair: Pair, files: SideFiles): void {
  const session = useSession();
  useEffect(() => {
    const place = document.getElementById("print-sheet");
    if (!place) return;
    const show = (): void => {
      document.body.classList.add("printing-sheet");
      render(
        <SessionContext.Provider value={session}>
          <Sheet pair={pair} files={files} />
        </SessionContext.Provider>,
        place,
      );
    };
    const clear = (): void => {
      document.body.classList.remove("printing-sheet");
      render(null, place);
    };
    addEventListener("beforeprint", show);
    addEventListener("afterprint", clear);
    return () => {
      removeEventListener("beforeprint", show);
      removeEventListener("afterprint", clear);
      clear();
    };
  }, [pair, files, session]);
}
