import type { RunData } from "./types";

// The value of an option, whether it was given or is the default; undefined if the report lacks it.
export function optionOf(run: RunData | null, name: string): string | undefined {
  return run?.options.find((option) => option.name === name)?.value;
}

export function wasGiven(run: RunData | null, name: string): boolean {
  return run?.options.some((option) => option.name === name && option.given) ?? false;
}
