import { applying } from "./measures";
import { allPairs } from "./pair-rows";
import { byRank } from "./rank";
import type {
  IgnoredData,
  KnownFileData,
  MeasureData,
  NotableData,
  PairData,
  ReportData,
  ReviewData,
  RunData,
  SkippedData,
  SubmissionData,
} from "./types";
import { unitOfAll } from "./unit-words";

export interface Submission extends SubmissionData {
  index: number;
  // The pairs of this submission, best first, as indices into Report.pairs.
  pairs: number[];
  // The share of given code in this submission: base symbols / all symbols, from 0 to 1.
  baseShare: number;
}

export interface Pair extends PairData {
  index: number;
  ai: number; // index into Report.submissions
  bi: number;
}

export interface Report {
  recipe: string[];
  guarantees: number[]; // for each recipe, the length of a shared run that makes a pair
  submissions: Submission[];
  pairs: Pair[];
  ranked: Pair[]; // the pairs by rank (rank.ts)
  notable: NotableData;
  groups: string[];
  skipped: SkippedData[];
  notEstimated: string[]; // why some pairs lack once_in
  omittedPairs: number;
  run: RunData | null;
  known: KnownFileData[] | null; // null if no registry was searched
  review: ReviewData[];
  ignored: IgnoredData[];
  view: ReportData["view"];
  // The number of pairs of submissions that may be compared at all.
  comparablePairs: number;
  fingerprint: string;
}

function indexedSubmissions(data: ReportData): Submission[] {
  return data.submissions.map((submission, index) => {
    const all = submission.symbols + submission.base_symbols;
    return {
      ...submission,
      index,
      pairs: [],
      baseShare: all > 0 ? submission.base_symbols / all : 0,
    };
  });
}

function indexedPairs(data: ReportData, submissions: Submission[]): Pair[] {
  const indexOf = new Map(submissions.map((s) => [s.name, s.index]));
  const pairs: Pair[] = [];
  for (const pair of allPairs(data)) {
    const ai = indexOf.get(pair.a);
    const bi = indexOf.get(pair.b);
    if (ai === undefined || bi === undefined) {
      throw new Error(`A pair names “${pair.a}” and “${pair.b}”, which are not both submissions.`);
    }
    const index = pairs.length;
    pairs.push({ ...pair, index, ai, bi });
    submissions[ai]?.pairs.push(index);
    submissions[bi]?.pairs.push(index);
  }
  for (const s of submissions) s.pairs.sort((p, q) => byRank(pairs[p]!, pairs[q]!) || p - q);
  return pairs;
}

function choose2(n: number): number {
  return (n * (n - 1)) / 2;
}

// All pairs, without pairs of one student's attempts and without pairs of archived submissions.
function countComparable(submissions: Submission[]): number {
  const attempts = new Map<string, { fresh: number; archived: number }>();
  let archived = 0;
  for (const s of submissions) {
    if (s.archived) archived++;
    if (!s.student) continue;
    const count = attempts.get(s.student) ?? { fresh: 0, archived: 0 };
    if (s.archived) count.archived++;
    else count.fresh++;
    attempts.set(s.student, count);
  }
  let total = choose2(submissions.length) - choose2(archived);
  for (const c of attempts.values()) total -= choose2(c.fresh + c.archived) - choose2(c.archived);
  return total;
}

// FNV-1a over what distinguishes runs. The reviewer's notes are stored under this name.
function fingerprintOf(data: ReportData): string {
  let hash = 0x811c9dc5;
  const add = (text: string) => {
    for (let i = 0; i < text.length; i++) {
      hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    }
    hash = Math.imul(hash ^ 0xff, 0x01000193);
  };
  data.recipe.forEach(add);
  data.submissions.forEach((s) => add(`${s.name}\0${s.symbols}`));
  return (hash >>> 0).toString(16).padStart(8, "0");
}

// The measures that are useful for this report, with its units.
function measuresOf({ view }: ReportData, submissions: Submission[]): MeasureData[] {
  const units = `${unitOfAll(submissions)}s`;
  return applying(view.measures, submissions).map((measure) => ({
    ...measure,
    meaning: measure.meaning.replace(/\bsymbols\b/g, units),
  }));
}

export function reportOf(data: ReportData): Report {
  const submissions = indexedSubmissions(data);
  const pairs = indexedPairs(data, submissions);
  return {
    recipe: data.recipe,
    guarantees: data.guarantee ?? [],
    submissions,
    pairs,
    ranked: [...pairs].sort(byRank),
    notable: data.notable,
    groups: [...new Set(submissions.map((s) => s.group).filter((g) => g !== ""))].sort(),
    skipped: data.skipped,
    notEstimated: data.not_estimated ?? [],
    omittedPairs: data.omitted_pairs,
    run: data.run ?? null,
    known: data.known ?? null,
    review: data.review,
    ignored: data.ignored ?? [],
    view: { ...data.view, measures: measuresOf(data, submissions) },
    comparablePairs: countComparable(submissions),
    fingerprint: fingerprintOf(data),
  };
}

export function partnerOf(pair: Pair, submission: number): number {
  return pair.ai === submission ? pair.bi : pair.ai;
}
