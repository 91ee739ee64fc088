import { effect, signal } from "@preact/signals";
import { readStored, writeStored } from "./storage";

export type Theme = "auto" | "light" | "dark";
const THEMES: readonly Theme[] = ["auto", "light", "dark"];

function storedTheme(): Theme {
  const stored = readStored("theme");
  return THEMES.find((theme) => theme === stored) ?? "auto";
}

export const theme = signal<Theme>(storedTheme());

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
// The theme in use after resolving "auto". Canvases draw again when it changes.
export const shownTheme = signal<"light" | "dark">("light");

export function keepTheme(): void {
  const apply = (): void => {
    const dark = theme.value === "dark" || (theme.value === "auto" && prefersDark.matches);
    shownTheme.value = dark ? "dark" : "light";
    document.documentElement.dataset["theme"] = shownTheme.value;
    writeStored("theme", theme.value);
  };
  effect(apply);
  prefersDark.addEventListener("change", apply);
}

export function nextTheme(): void {
  const at = THEMES.indexOf(theme.value);
  theme.value = THEMES[(at + 1) % THEMES.length] ?? "auto";
}
