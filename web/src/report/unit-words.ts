import type { Submission } from "./report";
import type { PassageData } from "./types";

// What a report counts: tokens of programs, words or letters of texts.

export type Unit = "token" | "word" | "letter" | "byte";

export function unitOf(frontEnd: string): Unit {
  if (/^(words|html:words)/.test(frontEnd)) return "word";
  if (/^(text|html|consonants)/.test(frontEnd)) return "letter";
  return frontEnd === "bytes" ? "byte" : "token";
}

// The unit of all these kinds of files; a token if they differ.
export function commonUnit(frontEnds: Iterable<string>): Unit {
  const units = new Set([...frontEnds].map(unitOf));
  return units.size === 1 ? [...units][0]! : "token";
}

function frontEnds(submissions: readonly Submission[]): string[] {
  return submissions.flatMap(({ files }) => files.map((file) => file.front_end));
}

export function unitOfAll(submissions: readonly Submission[]): Unit {
  return commonUnit(frontEnds(submissions));
}

export function unitOfPassage({ a }: PassageData, submission: Submission): Unit {
  const read = submission.files.filter((file) => file.path === a.file);
  return commonUnit(frontEnds([{ ...submission, files: read }]));
}

// Whether names and literals mean anything for these submissions.
export function hasPrograms(submissions: readonly Submission[]): boolean {
  return frontEnds(submissions).some((name) => name.startsWith("code"));
}

// "Both programs", "both documents"; "both submissions" where there are files of both kinds.
export function whatTheyAre(submissions: readonly Submission[]): string {
  const all = frontEnds(submissions);
  if (all.length > 0 && all.every((name) => name.startsWith("code"))) return "programs";
  return hasPrograms(submissions) ? "submissions" : "documents";
}
