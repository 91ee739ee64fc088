import { computed, signal } from "@preact/signals";
import type { Pair, Report } from "../report/report";
import {
  NO_REVIEW,
  parseReviewFile,
  reviewKey,
  reviewsOf,
  writeReviewFile,
  type Review,
} from "./review-file";
import { readStored, writeStored } from "./storage";

// The reviewer's verdicts: those the report came with, then those given on this page. They are
// kept in the browser as they are given, and in a file when the reviewer saves it.
export class Reviews {
  private readonly all = signal<ReadonlyMap<string, Review>>(new Map());
  private readonly saved = signal("");
  readonly unsaved = computed(() => writeReviewFile(this.all.value) !== this.saved.value);
  readonly count = computed(
    () => [...this.all.value.values()].filter((review) => review.verdict !== "").length,
  );

  constructor(private readonly report: Report) {
    const given = reviewsOf(report.review);
    this.saved.value = writeReviewFile(given);
    this.all.value = new Map([...given, ...this.kept()]);
  }

  // Changes with every verdict; for what is computed from all of them.
  get version(): unknown {
    return this.all.value;
  }

  of(pair: Pair): Review {
    return this.all.value.get(reviewKey(pair.a, pair.b)) ?? NO_REVIEW;
  }

  set(pair: Pair, change: Partial<Review>): void {
    const next = new Map(this.all.value);
    next.set(reviewKey(pair.a, pair.b), { ...this.of(pair), ...change });
    this.keep(next);
  }

  // Takes over what a review file says; what it does not name stays. Returns how many it names.
  load(text: string): number {
    const loaded = parseReviewFile(text);
    this.keep(new Map([...this.all.value, ...loaded]));
    return loaded.size;
  }

  // The file's text as it would be saved now.
  get text(): string {
    return writeReviewFile(this.all.value);
  }

  // The file's text; from now on everything counts as saved.
  save(): string {
    this.saved.value = this.text;
    return this.saved.value;
  }

  private get storageKey(): string {
    return `review:${this.report.fingerprint}`;
  }

  private kept(): Map<string, Review> {
    try {
      return parseReviewFile(readStored(this.storageKey) ?? '{"verdicts":[]}');
    } catch {
      return new Map();
    }
  }

  private keep(reviews: Map<string, Review>): void {
    this.all.value = reviews;
    writeStored(this.storageKey, writeReviewFile(reviews));
  }
}
