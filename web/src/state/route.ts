import { computed, signal } from "@preact/signals";

// The address after '#': #/pair/12/passage/3?min=0.5 → path ["pair", "12", …], query.
export interface Route {
  path: string[];
  query: URLSearchParams;
}

export const DEFAULT_VIEW = "overview";

const defaultView = signal(DEFAULT_VIEW);

// Sets the view for an address without a path.
export function home(view: string): void {
  defaultView.value = view;
}

export function parseHash(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const parts = path.split("/").filter((part) => part !== "");
  const shown = parts.length > 0 ? parts : [defaultView.value];
  return { path: shown, query: new URLSearchParams(query) };
}

export function hrefOf(path: (string | number)[], query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${path.join("/")}${search === "" ? "" : `?${search}`}`;
}

const hash = signal(location.hash);
export const route = computed(() => parseHash(hash.value));

export function followAddress(): void {
  addEventListener("hashchange", () => {
    hash.value = location.hash;
  });
}

export function go(href: string): void {
  location.hash = href;
}

// Changes the address without adding an entry to the browser's history.
export function replaceAddress(href: string): void {
  history.replaceState(null, "", href);
  hash.value = location.hash;
}

// Reads a part of the path as a whole number; null if it is none.
export function pathNumber(part: string | undefined): number | null {
  return part !== undefined && /^\d{1,9}$/.test(part) ? Number(part) : null;
}

// Decodes a part of the path that may contain any character; empty if its encoding is wrong.
export function pathText(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? "");
  } catch {
    return "";
  }
}
