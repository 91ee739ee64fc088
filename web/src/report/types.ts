// The report as whorl writes it (docs/report.schema.json). Offsets are bytes of UTF-8.

export type PassageKind = "verbatim" | "renamed" | "edited";
export const PASSAGE_KINDS: readonly PassageKind[] = ["verbatim", "renamed", "edited"];

export type Verdict = "copied" | "allowed" | "unclear";
export const VERDICTS: readonly Verdict[] = ["copied", "allowed", "unclear"];

export interface PlaceData {
  file: string;
  begin: number;
  end: number;
  first_line: number;
  last_line: number;
}

export interface PassageData {
  a: PlaceData;
  b: PlaceData;
  symbols: number;
  kind: PassageKind;
  identity: number;
  shared_by: number;
  bits?: number; // how improbable the passage is; absent if not estimated
}

// A name that occurs in both submissions of a pair.
export interface RareNameData {
  name: string;
  shared_by: number; // number of students of the run who use it
}

// Has a member for each measure, including measures that are not declared here.
export interface PairData {
  a: string;
  b: string;
  score: number;
  similarity: number;
  containment_a: number;
  containment_b: number;
  longest: number;
  evidence: number;
  identical: boolean;
  identical_names?: boolean; // the submissions are identical, including all names
  once_in?: number; // at most 1 in `once_in` independent pairs agrees as closely
  class_too_small?: boolean; // a larger class could support a larger once_in
  also_in?: number; // other students who have at least half of what the two share
  rare_names?: RareNameData[]; // absent for pairs beyond the best `view.passages_for`
  // Empty for pairs beyond the best `view.passages_for`.
  passages: PassageData[];
}

export interface FileData {
  path: string;
  front_end: string;
  lines: number;
  symbols: number;
  base_symbols: number;
  converted?: boolean; // the text was extracted, as from a PDF
}

export interface SubmissionData {
  name: string;
  group: string;
  student: string;
  attempt: string;
  archived: boolean;
  path?: string; // where it was found; only if its name comes from an export
  handed_in?: string; // "2026-03-01T10:11:12Z", with an offset, without a zone, or a date
  dated_by?: "metadata" | "name" | "files";
  files: FileData[];
  symbols: number;
  base_symbols: number;
}

export interface SkippedData {
  path: string;
  reason: string;
  kind: string;
}

export interface ReviewData {
  a: string;
  b: string;
  verdict: string;
  note: string;
}

// The pairs to look at first.
export interface NotableData {
  pairs: number;
  from: number; // the least rank score of these pairs (rank.ts)
  among: number; // how many of the best scores were split
}

// A passage that counts as base code in the next run.
export interface IgnoredData {
  file: string; // its ending tells how to read the text
  text: string;
}

export type ByteSpan = [begin: number, end: number];
export type TextSlot = [chunk: number, begin: number, length: number];

// A row of the table of measures in the program.
export interface MeasureData {
  name: string; // a member of PairData
  label: string;
  meaning: string;
  formula: string;
  unit: "share" | "count" | "amount";
}

// Data that only this page needs: where the texts are, and which of their parts are base code.
export interface ViewData {
  version: string; // of the program that wrote the report
  measures: MeasureData[];
  paths: string[];
  texts: (TextSlot | null)[];
  base: ByteSpan[][];
  passages_for: number;
  // The pairs after those of the report, stored by columns: indices of submissions, and one column
  // per measure. They have no passages here.
  rows?: PairRows;
}

export interface PairRows {
  a: number[];
  b: number[];
  identical: boolean[];
  identical_names: boolean[];
  also_in: number[];
  [measure: string]: number[] | boolean[];
}

export interface RunOptionData {
  name: string; // name of the flag
  value: string;
  given: boolean;
}

// A registered document that contains part of a file.
export interface KnownSourceData {
  owner: string;
  group: string;
  name: string;
  date: string;
  url: string;
  contained: number; // share of the file that is in the document
  contains: number; // share of the document that is in the file
  evidence: number;
  lines: [first: number, last: number][]; // lines of the file
}

export interface KnownFileData {
  path: string;
  known: number; // share of the file that is in any source
  sources: KnownSourceData[];
}

// How the report was made.
export interface RunData {
  version: string;
  date: string;
  command: string; // empty if not recorded
  options: RunOptionData[];
}

export interface ReportData {
  format: string;
  recipe: string[];
  guarantee?: number[];
  submissions: SubmissionData[];
  pairs: PairData[];
  skipped: SkippedData[];
  recognised?: string[]; // messages about exports whose names were recognised
  not_estimated?: string[]; // why passages lack once_in
  notable: NotableData;
  omitted_pairs: number;
  histogram: number[];
  // The part of each bin whose similarity is an estimate; absent if there is none.
  histogram_estimated?: number[];
  run?: RunData;
  known?: KnownFileData[]; // absent if no registry was searched
  review: ReviewData[];
  ignored?: IgnoredData[];
  view: ViewData;
}
