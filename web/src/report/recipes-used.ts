import type { Submission } from "./report";

// The recipes with which the files of these submissions were read; all if that is unknown.
export function recipesUsed(
  recipes: readonly string[],
  submissions: readonly Submission[],
): string[] {
  const fronts = new Set(submissions.flatMap((s) => s.files.map((file) => file.front_end)));
  const used = recipes.filter((id) => fronts.has(id.split("/")[0] ?? ""));
  return used.length > 0 ? used : [...recipes];
}
