import type { RunData } from "./types";

// The value of an option, given or not; undefined where the report does not tell.
export function optionOf(run: RunData | null, name: string): string | undefined {
  return run?.options.find((option) => option.name === name)?.value;
}

export function wasGiven(run: RunData | null, name: string): boolean {
  return run?.options.some((option) => option.name === name && option.given) ?? false;
}
