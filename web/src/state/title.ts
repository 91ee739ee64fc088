import { useEffect } from "preact/hooks";

// Names the browser's tab, and the file that printing to PDF proposes.
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · whorl`;
  }, [title]);
}
