import { render, type ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { SessionContext, useSession } from "../state/session";
import "./printed.css";

// The printed form of a view that contains only the visible part. `of` lists the data that it
// shows.
export function usePrinted(content: () => ComponentChildren, of: readonly unknown[]): void {
  const session = useSession();
  useEffect(() => {
    const place = document.getElementById("print-sheet");
    if (!place) return;
    const show = (): void => {
      document.body.classList.add("printing-sheet");
      render(<SessionContext.Provider value={session}>{content()}</SessionContext.Provider>, place);
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
  }, [...of, session]);
}
