import { useEffect } from "preact/hooks";

// Sets the title of the browser tab, which is also the proposed file name for printing to PDF.
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · whorl`;
  }, [title]);
}
