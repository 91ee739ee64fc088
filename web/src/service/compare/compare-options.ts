// The options of a comparison as the page explains them. Other options of the server are shown with
// its own words.
import type { Parameter } from "../open-api";

export interface Option {
  name: string;
  label: string;
  explained: string;
  hint: string; // the default
  // report: one of those that are kept; archive: files, a folder or an archive; file: one file
  kind: "text" | "number" | "switch" | "report" | "archive" | "file";
  choices?: readonly Choice[];
}

export interface Choice {
  value: string;
  label: string;
}

export interface Group {
  title: string;
  options: readonly Option[];
}

const text = (name: string, label: string, hint: string, explained: string): Option => ({
  ...{ name, label, hint, explained, kind: "text" },
});
const number = (name: string, label: string, hint: string, explained: string): Option => ({
  ...{ name, label, hint, explained, kind: "number" },
});

const input = (name: string, label: string, kind: Option["kind"], explained: string): Option => ({
  ...{ name, label, hint: "", explained, kind },
});

// Sent before the submissions, only for this comparison.
const BESIDE: readonly Option[] = [
  input("base", "Code that was handed out", "archive", "Matches with it do not count as copied."),
  input(
    "archive",
    "Submissions of past years",
    "archive",
    "Compared with the new ones, not among themselves.",
  ),
  input(
    "metadata",
    "Names of students",
    "file",
    "A CSV file with columns filename, label, full_name, created_at.",
  ),
];

const SUBMISSIONS: readonly Option[] = [
  {
    ...text("by", "A submission is", "", "Without folders, each file is one."),
    choices: [
      { value: "", label: "a folder, an archive or a file" },
      { value: "dir", label: "each folder and archive" },
      { value: "file", label: "each file" },
    ],
  },
  text(
    "layout",
    "Layout of paths",
    "{student}/{attempt}/**",
    "Names the student, the attempt and the group; attempts of one student are not compared.",
  ),
  text("include", "Only these files", "*.java", "A pattern of names; * matches anything."),
  text("exclude", "Not these files", "**/lib/**", "A pattern of names that are left out."),
  {
    ...text("no_convert", "Leave out PDF and PostScript", "", "They are listed as skipped."),
    kind: "switch",
  },
];

const METHOD: readonly Option[] = [
  text("language", "Language", "each file's own", "Reads every file as this language, or as text."),
  {
    ...text(
      "normalize",
      "Program code",
      "",
      "Strong finds copies whose loops and conditions were rewritten, and more by chance.",
    ),
    choices: [
      { value: "", label: "as it is" },
      { value: "strong", label: "in the strong normal form" },
    ],
  },
  text(
    "max_share",
    "Ignore what many share",
    "off; 10 or 5%",
    "A passage that more students have is ignored, such as code that was handed out.",
  ),
  number(
    "noise",
    "Shortest match",
    "each language's own",
    "In tokens. Shorter matches are ignored.",
  ),
  number(
    "guarantee",
    "Shortest match that makes a pair",
    "each language's own",
    "In tokens. Two submissions that share a match of this length are always a pair.",
  ),
  text(
    "recipe",
    "Technical settings",
    "each language's own",
    "The whole method in one line, for experts.",
  ),
];

const REPORT: readonly Option[] = [
  text("name", "Name of the report", "that of the folder or archive", "In lists and titles."),
  {
    ...text("sort", "The best pairs are", "", "Decides which pairs are kept."),
    choices: [
      { value: "", label: "by score" },
      { value: "similarity", label: "by similarity" },
      { value: "containment", label: "by containment" },
      { value: "longest", label: "by longest passage" },
      { value: "evidence", label: "by evidence" },
      { value: "literals", label: "by literals" },
      { value: "names", label: "by names" },
    ],
  },
  number("limit", "Pairs in the report", "500; 0 for all", "The report counts those left out."),
  text("min_similarity", "Minimum similarity", "0 %", "Pairs below are left out: 0.2 or 20%."),
  {
    ...text("review", "Verdicts of", "", "An earlier report: they are shown again by their pairs."),
    kind: "report",
  },
  {
    ...text("anonymize", "Pseudonyms in place of names", "", "Names inside the texts stay."),
    kind: "switch",
  },
];

const REGISTRY: readonly Option[] = [
  {
    ...text(
      "against",
      "Look each file up in the registry, too",
      "",
      "The report then says which registered documents contain parts of it.",
    ),
    kind: "switch",
  },
  text(
    "exclude_owner",
    "Except documents of",
    "no owner",
    "The report leaves out their documents.",
  ),
];

const GROUPS: readonly Group[] = [
  { title: "Beside the submissions", options: BESIDE },
  { title: "What is compared", options: SUBMISSIONS },
  { title: "What counts as a match", options: METHOD },
  { title: "What the registry knows", options: REGISTRY },
  { title: "What the report shows", options: REPORT },
];

function optionOf({ name, description, schema }: Parameter): Option {
  const spoken = name.replace(/_/g, " ");
  return {
    name,
    label: spoken.charAt(0).toUpperCase() + spoken.slice(1),
    explained: description ?? "",
    hint: "",
    kind: schema.type === "boolean" ? "switch" : schema.type === "integer" ? "number" : "text",
  };
}

// The known options that the server accepts, then its other ones.
export function groupsOf(parameters: readonly Parameter[]): Group[] {
  const offered = new Set(parameters.map(({ name }) => name));
  const known = GROUPS.map(({ title, options }) => ({
    title,
    options: options.filter(({ name }) => offered.delete(name)),
  }));
  const rest = parameters.filter(({ name }) => offered.has(name)).map(optionOf);
  return [...known, { title: "More", options: rest }].filter(({ options }) => options.length > 0);
}
