import assert from "node:assert/strict";
import { test } from "node:test";
import { homework } from "../../web/scripts/sample/homework";
import { clustersOf, densityOf } from "../../web/src/graph/clusters";
import { layOut } from "../../web/src/graph/layout";
import { percent } from "../../web/src/report/format";
import { identityOf } from "../../web/src/report/pair-words";
import { recipeWords } from "../../web/src/report/recipe-words";
import { reportOf, type Report } from "../../web/src/report/report";
import { COMMON_FROM, rankScore } from "../../web/src/report/rank";
import { innerPath, Names } from "../../web/src/state/names";
import { pseudonymsOf } from "../../web/src/state/pseudonyms";
import {
  parseReviewFile,
  reviewKey,
  writeReviewFile,
} from "../../web/src/state/review-file";
import {
  barHeight,
  ticksOf,
} from "../../web/src/views/overview/histogram-scale";
import { placeLabels } from "../../web/src/views/clusters/place-labels";
import type { MeasureData, PairData } from "../../web/src/report/types";
import { shownValue } from "../../web/src/report/measures";
import {
  NO_FILTER,
  selectPairs,
  sortKeyOf,
} from "../../web/src/views/pairs/pair-filter";

function sampleReport(): Report {
  const { report, paths, base } = homework().toSample([
    "words/k=5/winnow:w=4/seed=1",
  ]);
  const view = {
    version: "0",
    measures: [],
    paths,
    texts: paths.map(() => null),
    base,
    passages_for: 500,
  };
  return reportOf({ ...report, view });
}

const samplePair: PairData = {
  a: "ann",
  b: "ben",
  score: 0,
  similarity: 0,
  containment_a: 0,
  containment_b: 0,
  longest: 0,
  evidence: 0,
  identical: false,
  passages: [],
};

test("a label takes the first place that is free, or none", () => {
  const tops = [10, -20];
  const wanted = [
    { x: 0, width: 40, tops },
    { x: 30, width: 40, tops },
    { x: 20, width: 40, tops },
    { x: 60, width: 20, tops },
  ];
  const placed = placeLabels(wanted, 13).map(({ label, top }) => [
    label.x,
    top,
  ]);
  assert.deepEqual(placed, [
    [0, 10],
    [30, -20],
    [60, 10],
  ]);
});

test("only exactly 1 is 100 %", () => {
  assert.equal(percent(1), "100 %");
  assert.equal(percent(0.99999), "99.9 %");
  assert.equal(percent(0), "0.0 %");
});

test("identical submissions whose names differ are not called identical without a word", () => {
  const [verbatim, renamed] = (["verbatim", "renamed"] as const).map((kind) => {
    const pair = sampleReport().pairs.find(
      ({ passages }) => passages.length > 0,
    )!;
    return {
      ...pair,
      passages: pair.passages.map((passage) => ({ ...passage, kind })),
    };
  });
  assert.equal(identityOf({ ...verbatim!, identical: true }), "identical");
  assert.equal(
    identityOf({ ...renamed!, identical: true }),
    "identical, renamed",
  );
  assert.equal(identityOf({ ...renamed!, identical: false }), undefined);
});

test("a recipe in words says what is noise and what is certain", () => {
  assert.deepEqual(recipeWords("code:java/k=12/winnow:w=8/seed=1"), {
    id: "code:java/k=12/winnow:w=8/seed=1",
    frontEnd: "source code (java)",
    unit: "token",
    noise: 12,
    certain: 19,
  });
  assert.equal(
    recipeWords("code:java:strong/k=7/winnow:w=2").frontEnd,
    "source code (java, strong normal form)",
  );
  assert.equal(
    recipeWords("markup/k=10/winnow:w=2").frontEnd,
    "HTML pages, only their markup",
  );
  assert.equal(recipeWords("words/k=10/modp:p=25/seed=1").certain, null);
});

test("attempts of one student and archived pairs are not counted as compared", () => {
  const one = { group: "", files: [], symbols: 1, base_symbols: 0 };
  const submissions = [
    { ...one, name: "a/1", student: "a", attempt: "1", archived: false },
    { ...one, name: "a/2", student: "a", attempt: "2", archived: false },
    { ...one, name: "b", student: "b", attempt: "", archived: false },
    { ...one, name: "old/a", student: "a", attempt: "", archived: true },
    { ...one, name: "old/c", student: "c", attempt: "", archived: true },
  ];
  const { report, paths, base } = homework().toSample([]);
  const view = {
    version: "0",
    measures: [],
    paths,
    texts: [],
    base,
    passages_for: 0,
  };
  const data = { ...report, submissions, pairs: [], view };
  // a1–b, a2–b, a1–c, a2–c, b–old a, b–c
  assert.equal(reportOf(data).comparablePairs, 6);
});

test("clusters are the connected parts at the threshold", () => {
  const report = sampleReport();
  for (const threshold of [0.05, 0.3, 0.5, 1]) {
    const clusters = clustersOf(report, threshold);
    const pairs = clusters.reduce(
      (sum, cluster) => sum + cluster.pairs.length,
      0,
    );
    assert.equal(
      pairs,
      report.pairs.filter((pair) => pair.score >= threshold).length,
    );
    for (const cluster of clusters) {
      assert.ok(cluster.weakestLink >= threshold);
      assert.ok(densityOf(cluster) > 0 && densityOf(cluster) <= 1);
      const inside = (s: number): boolean => cluster.members.includes(s);
      assert.ok(
        cluster.pairs.every((pair) => inside(pair.ai) && inside(pair.bi)),
      );
    }
  }
});

test("the picture of clusters is the same every time and lies inside its frame", () => {
  const clusters = clustersOf(sampleReport(), 0.1);
  const [one, two] = [layOut(clusters, 1.5), layOut(clusters, 1.5)];
  assert.deepEqual(one.nodes, two.nodes);
  for (const { x, y } of one.nodes) {
    assert.ok(x > 0 && x < one.width && y > 0 && y < one.height);
  }
});

test("pseudonyms are distinct and do not depend on who else is there", () => {
  const names = Array.from({ length: 3000 }, (_, i) => `student-${i}`);
  const all = pseudonymsOf(names);
  assert.equal(new Set(all.values()).size, names.length);
  const few = pseudonymsOf(["student-7", "student-8"]);
  const again = pseudonymsOf(["student-8", "student-7", "student-7"]);
  assert.deepEqual(few, again);
});

test("who is told by full name is shown and found by it, others by the name of their files", () => {
  const report = sampleReport();
  const told = (name: string, student: string): string => {
    const submissions = [{ ...report.submissions[0]!, name, student }];
    return new Names({ ...report, submissions }).submission(submissions[0]!);
  };
  assert.equal(told("s1/a.zip", "Ann Müller"), "Ann Müller (s1/a.zip)");
  assert.equal(told("jonas/1", "jonas"), "jonas/1");
  assert.equal(told("jonas/2", "2025/jonas"), "jonas/2");
  assert.equal(told("essay.txt", ""), "essay.txt");
});

test("a file's path is shown without its submission's name", () => {
  assert.equal(innerPath("ann", "ann/src/a.c"), "src/a.c");
  assert.equal(innerPath("ann", "anne/src/a.c"), null);
});

test("review files are read back as written, in either order of names", () => {
  const reviews = new Map([
    [reviewKey("b", "a"), { verdict: "copied" as const, note: "x" }],
    [reviewKey("c", "d"), { verdict: "" as const, note: "only a note" }],
    [reviewKey("e", "f"), { verdict: "" as const, note: "" }],
  ]);
  const ignored = [{ file: "passage.c", text: "int x;\n" }];
  const read = parseReviewFile(writeReviewFile(reviews, ignored));
  assert.equal(read.verdicts.size, 2);
  assert.deepEqual(read.verdicts.get(reviewKey("a", "b")), {
    verdict: "copied",
    note: "x",
  });
  assert.deepEqual(read.ignored, ignored);
  const earlier = parseReviewFile('{"verdicts":[]}');
  assert.equal(earlier.ignored, undefined);
  assert.throws(
    () => parseReviewFile('{"verdicts":[],"ignored":[{"text":1}]}'),
    /ignored passage/,
  );
  assert.throws(() => parseReviewFile("{"), /not JSON/);
  assert.throws(() => parseReviewFile("{}"), /no list/);
  assert.throws(() => parseReviewFile('{"verdicts":[{"a":1}]}'), /incomplete/);
});

function scored(score: number, also_in = 0, identical = false): PairData {
  return { ...samplePair, score, also_in, identical };
}

test("a pair with a common source ranks a quarter lower unless it is identical", () => {
  assert.equal(rankScore(scored(0.8, COMMON_FROM - 1)), 0.8);
  assert.ok(Math.abs(rankScore(scored(0.8, COMMON_FROM)) - 0.6) < 1e-9);
  assert.equal(rankScore(scored(1, 30, true)), 1);
  const { also_in: _, ...earlier } = scored(0.8);
  assert.equal(rankScore(earlier), 0.8);
});

test("the histogram's ticks are within the largest bar, which has a label or is next to one", () => {
  for (const largest of [1, 3, 7, 48, 999, 123_456]) {
    for (const scale of ["linear", "log"] as const) {
      const ticks = ticksOf(largest, scale);
      assert.ok(
        ticks.length >= 1 && ticks.length <= 6,
        `${largest} ${scale}: ${ticks}`,
      );
      assert.ok(
        ticks.every((tick) => tick <= largest && Number.isInteger(tick)),
      );
      const heights = ticks.map((tick) => barHeight(tick, largest, scale));
      assert.ok(heights[heights.length - 1]! > 0.9, `${largest} ${scale}`);
    }
  }
  assert.equal(barHeight(0, 10, "log"), 0);
  assert.equal(barHeight(10, 10, "log"), 1);
});

test("pairs are filtered by name, score, verdict and group, and sorted by any column", () => {
  const report = sampleReport();
  const context = {
    report,
    nameOf: (i: number) => report.submissions[i]!.name,
    verdictOf: () => "" as const,
  };
  const select = (change: object): string[] =>
    selectPairs({ ...NO_FILTER, ...change }, context).map((pair) => pair.a);
  assert.equal(select({}).length, report.pairs.length);
  assert.ok(select({ min: 0.4 }).length < report.pairs.length);
  assert.ok(select({ text: "WEBER" }).length > 0);
  for (const typed of ["muller", "MÜLLER", "dabrowska", "garcia marq"])
    assert.ok(select({ text: typed }).length > 0, typed);
  assert.deepEqual(select({ text: "muller" }), select({ text: "müller" }));
  assert.equal(select({ verdict: "copied" }).length, 0);
  assert.equal(select({ verdict: "none" }).length, report.pairs.length);
  const names = select({ sort: { key: "names", descending: false } });
  assert.deepEqual(
    names,
    [...names].sort(new Intl.Collator(undefined, { numeric: true }).compare),
  );
});

test("measures come from the report, also those that the page does not know by name", () => {
  const measures: MeasureData[] = [
    {
      name: "containment_a",
      label: "A in B",
      meaning: "share of A",
      formula: "m / n",
      unit: "share",
    },
    {
      name: "containment_b",
      label: "B in A",
      meaning: "share of B",
      formula: "m / n",
      unit: "share",
    },
    {
      name: "novel",
      label: "Novel",
      meaning: "how new it is",
      formula: "m / n",
      unit: "count",
    },
  ];
  const pair = {
    ...sampleReport().pairs[0]!,
    containment_a: 0.25,
    novel: 1234,
  };
  assert.deepEqual(
    measures.map((measure) => shownValue(pair, measure).replace("\u2009", "")),
    ["25.0 %", shownValue(pair, measures[1]!), "1234"],
  );
  assert.equal(sortKeyOf("novel", measures), "novel");
  assert.equal(sortKeyOf("unheard", measures), "score");
  const report = sampleReport();
  const context = { report, nameOf: () => "", verdictOf: () => "" as const };
  Object.assign(report.pairs[2]!, { novel: 7 });
  const first = selectPairs(
    { ...NO_FILTER, sort: { key: "novel", descending: true } },
    context,
  )[0];
  assert.equal(first, report.pairs[2]);
});
