import { computed, signal } from "@preact/signals";
import type { Pair, Report } from "../report/report";
import type { IgnoredData } from "../report/types";
import {
  NO_REVIEW,
  parseReviewFile,
  reviewKey,
  reviewsOf,
  type ReviewFile,
  writeReviewFile,
  type Review,
} from "./review-file";
import { readStored, writeStored } from "./storage";

// The reviewer's verdicts and ignored passages: those in the report, and then those given on this
// page. The browser stores them at once; the reviewer may also save them to a file.
export class Reviews {
  private readonly all = signal<ReadonlyMap<string, Review>>(new Map());
  private readonly saved = signal("");
  private readonly ignoredPassages = signal<readonly IgnoredData[]>([]);
  readonly unsaved = computed(() => this.text !== this.saved.value);
  readonly count = computed(
    () => [...this.all.value.values()].filter((review) => review.verdict !== "").length,
  );

  constructor(private readonly report: Report) {
    const given = reviewsOf(report.review);
    this.saved.value = writeReviewFile(given, report.ignored);
    const kept = this.kept();
    this.all.value = new Map([...given, ...kept.verdicts]);
    this.ignoredPassages.value = kept.ignored ?? report.ignored;
  }

  // Changes with every verdict; for values that are computed from all of them.
  get version(): unknown {
    return this.all.value;
  }

  of(pair: Pair): Review {
    return this.all.value.get(reviewKey(pair.a, pair.b)) ?? NO_REVIEW;
  }

  set(pair: Pair, change: Partial<Review>): void {
    const next = new Map(this.all.value);
    next.set(reviewKey(pair.a, pair.b), { ...this.of(pair), ...change });
    this.keep(next, this.ignored);
  }

  // Passages that count as base code in the next run.
  get ignored(): readonly IgnoredData[] {
    return this.ignoredPassages.value;
  }

  ignore(passage: IgnoredData): void {
    this.keep(this.all.value, [...this.ignored, passage]);
  }

  countAgain(text: string): void {
    this.keep(
      this.all.value,
      this.ignored.filter((passage) => passage.text !== text),
    );
  }

  // Adds the verdicts and ignored passages of a review file; others stay. Returns the number of
  // verdicts in the file.
  load(text: string): number {
    const { verdicts, ignored = [] } = parseReviewFile(text);
    const known = new Set(this.ignored.map((passage) => passage.text));
    const more = ignored.filter((passage) => !known.has(passage.text));
    this.keep(new Map([...this.all.value, ...verdicts]), [...this.ignored, ...more]);
    return verdicts.size;
  }

  // The text of the file that would be saved now.
  get text(): string {
    return writeReviewFile(this.all.value, this.ignored);
  }

  // Returns the text of the file and marks everything as saved.
  save(): string {
    this.saved.value = this.text;
    return this.saved.value;
  }

  private get storageKey(): string {
    return `review:${this.report.fingerprint}`;
  }

  private kept(): ReviewFile {
    try {
      return parseReviewFile(readStored(this.storageKey) ?? '{"verdicts":[]}');
    } catch {
      return { verdicts: new Map() };
    }
  }

  private keep(reviews: ReadonlyMap<string, Review>, ignored: readonly IgnoredData[]): void {
    this.all.value = reviews;
    this.ignoredPassages.value = ignored;
    writeStored(this.storageKey, this.text);
  }
}
