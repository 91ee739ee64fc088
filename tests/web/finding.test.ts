// The sentences of the evidence sheet, from what a report has.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Pair, Submission } from "../../web/src/report/report";
import type { PassageData } from "../../web/src/report/types";
import {
  findingWords,
  sideFacts,
  type Finding,
} from "../../web/src/views/sheet/finding";

function submission(frontEnds: string[], more: object = {}): Submission {
  const files = frontEnds.map((front_end, i) => ({
    ...{ path: `f${i}`, front_end, lines: 9, symbols: 673, base_symbols: 0 },
  }));
  return {
    ...{ name: "", group: "", student: "", attempt: "", archived: false },
    ...{ files, symbols: 673, base_symbols: 0, index: 0, pairs: [] },
    baseShare: 0,
    ...more,
  };
}

const PASSAGE: PassageData = {
  a: { file: "f0", begin: 0, end: 9, first_line: 4, last_line: 140 },
  b: { file: "f0", begin: 0, end: 9, first_line: 7, last_line: 7 },
  ...{ symbols: 673, kind: "verbatim", identity: 1, shared_by: 2 },
};

const PAIR = {
  ...{ a: "", b: "", score: 0.9, similarity: 0.9, longest: 673, evidence: 1 },
  ...{ containment_a: 0.967, containment_b: 1, identical: false },
  ...{ passages: [PASSAGE], index: 0, ai: 0, bi: 1 },
} as Pair;

interface Given {
  pair?: Partial<Pair>;
  passage?: Partial<PassageData>;
  frontEnds?: string[];
  a?: object;
  b?: object;
}

function words({ pair, passage, frontEnds = ["code:java"], a, b }: Given = {}) {
  const finding: Finding = {
    pair: { ...PAIR, ...pair },
    sides: { a: submission(frontEnds, a), b: submission(frontEnds, b) },
    submissions: 148,
    telling: { ...PASSAGE, ...passage },
    fileName: (side, { file }) => `${side}/${file}`,
  };
  return findingWords(finding)
    .join(" ")
    .replace(/\u2009/g, " ");
}

test("the passage, its rarity and the shares are said of programs in tokens", () => {
  assert.equal(
    words(),
    "Both programs contain the same 673 tokens in the same order, from line 4 to 140 of A and in line 7 of B. " +
      "No other of the 148 submissions contains this passage. " +
      "Common passages cover 96.7 % of A and 100 % of B.",
  );
});

test("texts have words or letters, and files are named where a side has several", () => {
  const prose = words({ frontEnds: ["words", "words"] });
  assert.match(
    prose,
    /^Both documents contain the same 673 words .* of A \(a\/f0\) and/,
  );
  assert.match(words({ frontEnds: ["text"] }), /673 letters/);
  const mixed = words({ frontEnds: ["words", "code:c"] });
  assert.match(mixed, /^Both submissions contain the same 673 words/);
});

test("renamed and edited passages are not called the same", () => {
  const renamed = words({ passage: { kind: "renamed" } });
  assert.match(
    renamed,
    /order, except that names, numbers or strings differ, from/,
  );
  const edited = words({ passage: { kind: "edited", shared_by: 12 } });
  assert.match(
    edited,
    /with small changes between them, from .* in 12 of the 148/,
  );
  assert.match(edited, /A common source is likely/);
});

test("identical submissions begin with it, and say what differs", () => {
  const same = words({ pair: { identical: true, identical_names: true } });
  assert.match(same, /^A and B are identical, token by token\./);
  const renamed = words({ pair: { identical: true, identical_names: false } });
  assert.match(
    renamed,
    /^A and B are identical except for renamed identifiers\./,
  );
});

test("what the report does not have is not said", () => {
  assert.doesNotMatch(words(), /independent|handed in|other student/);
  assert.match(
    words({ pair: { once_in: 1000, also_in: 0 } }),
    /No other student has half of what A and B share\. Fewer than 1 in 1 000 pairs/,
  );
  assert.match(
    words({ pair: { also_in: 1 } }),
    /1 other student has at least half of what A and B share/,
  );
});

test("who was first is said of dates, not of the times of files or of one day", () => {
  const [a, b] = [
    { handed_in: "2026-03-03" },
    { handed_in: "2026-03-01T10:00:00Z" },
  ];
  assert.match(words({ a, b }), /B was handed in first, A 1 day later\./);
  assert.doesNotMatch(words({ a: { ...a, dated_by: "files" }, b }), /first/);
  const sameDay = { handed_in: "2026-03-03T10:00:00Z" };
  assert.doesNotMatch(words({ a, b: sameDay }), /first/);
  assert.equal(
    sideFacts(submission(["words"], { ...b, group: "G" }), "1 file").replace(
      /\u2009/g,
      " ",
    ),
    "G · 1 file · 673 words · handed in 2026-03-01 10:00:00 UTC",
  );
});
