import type {
  KnownFileData,
  NotableData,
  PairData,
  RareNameData,
  PassageData,
  ReportData,
  ReviewData,
  RunData,
  SkippedData,
  SubmissionData,
} from "../../src/report/types";
import { rankScore } from "../../src/report/rank";
import type { Sample } from "./page";
import { FileWriter } from "./writer";

export interface Written {
  name: string;
  group: string;
  student?: string;
  attempt?: string;
  archived?: boolean;
  files: FileWriter[];
}

const RUN: RunData = {
  version: "0.1.0",
  date: "2026-05-12",
  command: "whorl compare homework/ --base template/ -o week3",
  options: [
    { name: "base", value: "template/", given: true },
    { name: "limit", value: "500", given: false },
    { name: "min-similarity", value: "0", given: false },
    { name: "guarantee", value: "16", given: true },
  ],
};

// Submissions with planted passages. Scores count covered symbols, as in whorl.
export class Collection {
  readonly written: Written[] = [];
  skipped: SkippedData[] = [];
  review: ReviewData[] = [];
  known: KnownFileData[] = [];
  omittedPairs = 0;
  rareNames: RareNameData[][] = []; // of the best pairs, in their order
  private readonly passages = new Map<string, PassageData[]>();
  private readonly extraPairs: PairData[] = [];

  plant(a: string, b: string, passage: PassageData): void {
    const key = JSON.stringify([a, b]);
    this.passages.set(key, [...(this.passages.get(key) ?? []), passage]);
  }

  // Adds a pair that only has scores, like the pairs after the best ones.
  addBarePair(pair: PairData): void {
    this.extraPairs.push(pair);
  }

  toSample(recipe: string[]): Sample {
    const files = this.written.flatMap((w) => w.files);
    const pairs = this.planted();
    return {
      report: this.report(recipe, [...pairs, ...this.extraPairs]),
      paths: files.map((f) => f.path),
      texts: files.map((f) => f.toBuffer()),
      base: files.map((f) => f.base),
      passagesFor: pairs.length,
    };
  }

  private report(recipe: string[], pairs: PairData[]): Omit<ReportData, "view"> {
    pairs.sort((p, q) => q.score - p.score);
    for (const [i, names] of this.rareNames.entries()) pairs[i]!.rare_names = names;
    const histogram = new Array<number>(100).fill(0);
    for (const pair of pairs) {
      const bin = Math.min(99, Math.floor(pair.similarity * 100));
      histogram[bin] = (histogram[bin] ?? 0) + 1;
    }
    const estimated = new Array<number>(this.omittedPairs > 0 ? 100 : 0).fill(0);
    for (let i = 0; i < this.omittedPairs; i++) {
      histogram[i % 7] = (histogram[i % 7] ?? 0) + 1;
      estimated[i % 7] = (estimated[i % 7] ?? 0) + 1;
    }
    return {
      format: "whorl-compare-1",
      recipe,
      guarantee: recipe.map(() => 16),
      submissions: this.written.map(submissionOf),
      pairs,
      skipped: this.skipped,
      known: this.known,
      notable: notableOf(pairs),
      omitted_pairs: this.omittedPairs,
      histogram,
      histogram_estimated: estimated,
      run: RUN,
      review: this.review,
    };
  }

  private planted(): PairData[] {
    const byName = new Map(this.written.map((w) => [w.name, w]));
    return [...this.passages].map(([key, passages]) => {
      const [a, b] = JSON.parse(key) as [string, string];
      return pairOf(byName.get(a) as Written, byName.get(b) as Written, passages);
    });
  }
}

function isProgram(path: string): boolean {
  return !path.endsWith(".txt");
}

function onceIn(passages: readonly PassageData[]): number {
  return Math.max(...passages.map((p) => (p.bits! > 40 ? 100 : p.bits! > 15 ? 10 : 1)));
}

// Half of the smaller submission is the least that whorl takes; it splits the scores besides.
function notableOf(pairs: readonly PairData[]): NotableData {
  const from = 0.5;
  const notable = pairs.filter((pair) => rankScore(pair) >= from);
  return { pairs: notable.length, from, among: pairs.length };
}

function submissionOf(written: Written): SubmissionData {
  const files = written.files.map((f) => ({
    path: f.path,
    front_end: isProgram(f.path) ? "code:java" : "words",
    lines: f.lines,
    symbols: f.symbols,
    base_symbols: f.baseSymbols,
  }));
  return {
    student: written.name,
    attempt: "",
    archived: false,
    ...written,
    files,
    symbols: sum(files, "symbols"),
    base_symbols: sum(files, "base_symbols"),
  };
}

function sum<K extends string>(list: readonly Record<K, number>[], key: K): number {
  return list.reduce((total, item) => total + item[key], 0);
}

function pairOf(a: Written, b: Written, passages: PassageData[]): PairData {
  passages.sort((p, q) => p.a.begin - q.a.begin);
  const covered = passages.reduce((total, p) => total + p.symbols * p.identity, 0);
  const symbols = (w: Written): number => Math.max(1, sum(w.files, "symbols"));
  const containment = (w: Written): number => Math.min(1, covered / symbols(w));
  const text = (w: Written): string => w.files.map((f) => f.toBuffer().toString()).join("\0");
  const identical = text(a) === text(b);
  const share = (w: Written): number => (identical ? 1 : Math.min(0.9996, containment(w)));
  const similarity = (2 * covered) / (symbols(a) + symbols(b));
  return {
    a: a.name,
    b: b.name,
    score: identical ? 1 : Math.min(0.9996, 0.5 * similarity + 0.5 * Math.max(share(a), share(b))),
    similarity: identical ? 1 : Math.min(0.9996, similarity),
    containment_a: share(a),
    containment_b: share(b),
    longest: Math.max(...passages.map((p) => p.symbols)),
    evidence: passages.reduce((total, p) => total + p.symbols * Math.log2(40 / p.shared_by), 0),
    identical,
    also_in: Math.min(...passages.map((p) => p.shared_by)) - 2,
    ...(a.files.some((f) => isProgram(f.path)) ? { once_in: onceIn(passages) } : {}),
    passages,
  };
}
