import { counted } from "./format";
import type { Submission } from "./report";
import type { SkippedData } from "./types";

export const NOTHING_SHARED = "No two submissions share a passage";

export function linesOf(submission: Submission): number {
  return submission.files.reduce((sum, file) => sum + file.lines, 0);
}

// The skipped inputs of a submission: its own path, or paths below it.
export function skippedOf(submission: Submission, skipped: readonly SkippedData[]): SkippedData[] {
  return skipped.filter(
    ({ path }) => path === submission.name || path.startsWith(`${submission.name}/`),
  );
}

export function filesInWords(submission: Submission): string {
  return `${counted(submission.files.length, "file")}, ${counted(linesOf(submission), "line")}`;
}
