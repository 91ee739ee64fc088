import assert from "node:assert/strict";
import { test } from "node:test";
import { Heights } from "../../web/src/text/heights";
import { LineText } from "../../web/src/text/line-text";
import { piecesOf } from "../../web/src/text/pieces";
import { rowOfOffset, rowsOf } from "../../web/src/text/rows";
import { differences } from "../../web/src/text/sequence-diff";
import { tokenDiff } from "../../web/src/text/token-diff";
import { tokensOf } from "../../web/src/text/tokens";
import { visibleParts } from "../../web/src/text/visible";

function lineText(text: string): LineText {
  return new LineText(new TextEncoder().encode(text));
}

test("lines end at LF, CR LF and CR; a final line end opens no line", () => {
  const text = lineText("one\ntwo\r\nthree\rfour\n");
  const lines = Array.from({ length: text.lineCount }, (_, i) =>
    text.slice(text.lineBegin(i), text.lineEnd(i)),
  );
  assert.deepEqual(lines, ["one", "two", "three", "four"]);
  assert.equal(text.lineAt(0), 0);
  assert.equal(text.lineAt(9), 2);
  assert.equal(text.lineAt(1000), 3);
  assert.equal(lineText("").lineCount, 1);
});

test("heights agree with plain sums", () => {
  const plain = [20, 40, 20, 60, 20, 20, 80];
  const heights = new Heights(plain);
  plain[3] = 10;
  heights.set(3, 10);
  let top = 0;
  plain.forEach((height, row) => {
    assert.equal(heights.top(row), top);
    assert.equal(heights.rowAt(top), row);
    assert.equal(heights.rowAt(top + height - 1), row);
    top += height;
  });
  assert.equal(heights.total, top);
  assert.equal(heights.rowAt(top + 500), plain.length - 1);
  assert.equal(heights.rowAt(-5), 0);
});

test("pieces are cut at every border and cover the row", () => {
  const pieces = piecesOf(10, 30, {
    passages: [
      { passage: 0, begin: 5, end: 15 },
      { passage: 1, begin: 12, end: 25 },
    ],
    base: [{ begin: 25, end: 40 }],
    changed: [{ begin: 13, end: 14 }],
  });
  const borders = pieces.map((piece) => piece.begin);
  assert.deepEqual(borders, [10, 12, 13, 14, 15, 25]);
  assert.deepEqual(pieces[1]?.passages, [0, 1]);
  assert.equal(pieces[2]?.changed, true);
  assert.equal(pieces[5]?.base, true);
  assert.equal(pieces[5]?.end, 30);
});

test("a long line becomes rows that split no character", () => {
  const text = lineText(`${"漢".repeat(3000)}\nend`);
  const file = {
    path: "x",
    label: "x",
    frontEnd: "text",
    text,
    base: [],
    passages: [],
  };
  const rows = rowsOf([file, file]);
  for (const row of rows) {
    if (row.type === "line")
      assert.doesNotMatch(text.slice(row.begin, row.end), /\ufffd/);
  }
  const last = rows[rowOfOffset(rows, 1, 9001)];
  assert.ok(last?.type === "line" && last.file === 1 && last.line === 1);
});

test("differences are shortest edits", () => {
  assert.deepEqual(differences([..."abcabba"], [..."abcabba"], 10), []);
  assert.deepEqual(differences([..."abxd"], [..."abcd"], 10), [
    { aBegin: 2, aEnd: 3, bBegin: 2, bEnd: 3 },
  ]);
  assert.deepEqual(differences([], [..."ab"], 10), [
    { aBegin: 0, aEnd: 0, bBegin: 0, bEnd: 2 },
  ]);
  assert.equal(differences([..."abcdef"], [..."uvwxyz"], 5), null);
});

test("differences rebuild one sequence from the other", () => {
  let seed = 1;
  const next = (): number => (seed = (seed * 16807) % 2147483647);
  for (let round = 0; round < 200; round++) {
    const word = (): string[] =>
      Array.from({ length: next() % 12 }, () => "abc"[next() % 3]!);
    const [a, b] = [word(), word()];
    const hunks = differences(a, b, 100)!;
    const built: string[] = [];
    let at = 0;
    for (const { aBegin, aEnd, bBegin, bEnd } of hunks) {
      built.push(...a.slice(at, aBegin), ...b.slice(bBegin, bEnd));
      at = aEnd;
    }
    assert.deepEqual([...built, ...a.slice(at)], b);
  }
});

test("tokens stand where their bytes are", () => {
  const text = 'naïve = "ß"; // 漢字 x';
  const bytes = new TextEncoder().encode(text);
  for (const token of tokensOf(text, 100)) {
    const slice = bytes.subarray(token.begin - 100, token.end - 100);
    assert.equal(new TextDecoder().decode(slice), token.text);
  }
});

test("renamed words are counted as substitutions", () => {
  const left = { text: "total = total + i;", begin: 0 };
  const right = { text: "sum = sum + k;", begin: 50 };
  const diff = tokenDiff(left, right);
  assert.deepEqual(diff.substitutions, [
    { left: "total", right: "sum", times: 2 },
    { left: "i", right: "k", times: 1 },
  ]);
  assert.deepEqual(diff.right[0], { begin: 50, end: 53 });
});

test("hidden characters are named, others stay", () => {
  assert.deepEqual(visibleParts("a\tb"), [{ text: "a\tb", hidden: false }]);
  assert.deepEqual(visibleParts("a\u202eb"), [
    { text: "a", hidden: false },
    { text: "U+202E", hidden: true },
    { text: "b", hidden: false },
  ]);
  assert.equal(visibleParts("👩\u200d👧").length, 1);
  assert.equal(visibleParts("a\u200db").length, 3);
});
