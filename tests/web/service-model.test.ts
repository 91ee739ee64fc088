// What the pages of the service compute: the graph of similar texts, and what two have in common.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { Random } from "../../web/scripts/sample/random";
import {
  distanceOf,
  similarityGraph,
} from "../../web/src/graph/similarity-graph";
import { groupsOf } from "../../web/src/service/compare/compare-options";
import { tarOf } from "../../web/src/service/input/tar";
import { untarred } from "../../web/src/service/input/untar";
import { unzipped } from "../../web/src/service/input/unzip";
import {
  commonRuns,
  lettersOf,
  SHORTEST,
} from "../../web/src/text/common-text";

test("distances are those of SE", () => {
  assert.equal(distanceOf(1, 100), 0);
  assert.equal(distanceOf(0.5, 100), 70);
  assert.equal(distanceOf(0.1, 100), 231);
  assert.equal(distanceOf(0.5, 10), 7);
});

const pair = (a: string, b: string, symmetric: number) => ({ a, b, symmetric });

test("the graph keeps the most similar documents and their distances", () => {
  const pairs = [
    pair("a", "b", 1),
    pair("b", "c", 0.6),
    pair("a", "c", 0.6),
    pair("d", "e", 0.3),
    pair("f", "g", 0.05),
  ];
  const asked = { b: 100, documents: 5, threshold: 0 };
  const graph = similarityGraph(pairs, asked);
  assert.deepEqual(graph.names, ["a", "b", "c", "d", "e"]);
  for (const { a, b, distance } of graph.edges) {
    const [from, to] = [graph.stress.points[a]!, graph.stress.points[b]!];
    const drawn = Math.hypot(from.x - to.x, from.y - to.y);
    assert.ok(Math.abs(drawn - distance) < 3, `${drawn} for ${distance}`);
  }
  const strict = similarityGraph(pairs, { ...asked, threshold: 0.5 });
  assert.deepEqual(strict.names, ["a", "b", "c"]);
  assert.deepEqual(
    similarityGraph(pairs, asked).stress.points,
    graph.stress.points,
    "the same pairs give the same picture",
  );
});

test("a document that is held stays where it is", () => {
  const { stress } = similarityGraph([pair("a", "b", 0.5)], {
    b: 100,
    documents: 20,
    threshold: 0,
  });
  Object.assign(stress.points[0]!, { x: 500, y: 0 });
  stress.settle(0);
  const [a, b] = stress.points;
  assert.deepEqual(a, { x: 500, y: 0 });
  assert.ok(Math.abs(Math.hypot(a!.x - b!.x, a!.y - b!.y) - 70) < 1);
});

// Every letter of the second text that is in a common run, by trying all offsets.
function coveredPlainly(first: string, second: string): boolean[] {
  const [a, b] = [lettersOf(first).text, lettersOf(second).text];
  const covered = Array.from({ length: b.length }, () => false);
  let before = new Uint32Array(a.length + 1);
  for (let y = 0; y < b.length; y++) {
    const now = new Uint32Array(a.length + 1);
    for (let x = 0; x < a.length; x++) {
      now[x + 1] = a[x] === b[y] ? before[x]! + 1 : 0;
      const length = now[x + 1]!;
      if (length >= SHORTEST) covered.fill(true, y + 1 - length, y + 1);
    }
    before = now;
  }
  return covered;
}

function text(random: Random, words: number): string {
  const word = (): string => `w${random.below(500).toString(36)} `;
  return Array.from({ length: words }, word).join("");
}

test("common runs are those that a plain search finds", () => {
  const random = new Random(7);
  for (let round = 0; round < 20; round++) {
    const shared = [
      text(random, 12 + round),
      text(random, 18),
      text(random, 60),
    ];
    const first = shared.join(text(random, 30));
    const second = [...shared].reverse().join(text(random, 20)).toUpperCase();
    const bytes = lettersOf(second);
    const runs = commonRuns(first, second);
    const covered = bytes.text.split("").map((_letter, at) => {
      const begin = bytes.begins[at]!;
      return runs.some(({ b }) => b.begin <= begin && begin < b.end);
    });
    assert.deepEqual(covered, coveredPlainly(first, second));
  }
});

test("runs are told in bytes, whatever the letters take", () => {
  const run = "Grüne Äpfel und Birnen fallen nicht weit vom Stamme, sagt man";
  const [first, second] = [`– ${run}!`, `𝒳 ${run.toUpperCase()}`];
  const [found] = commonRuns(first, second);
  const cut = (whole: string, { begin, end }: { begin: number; end: number }) =>
    Buffer.from(whole).subarray(begin, end).toString();
  assert.equal(cut(first, found!.a), run);
  assert.equal(cut(second, found!.b), run.toUpperCase());
  assert.equal(commonRuns(first, "nothing of it").length, 0);
});

function zipOf(name: string, text: string): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), "whorl-zip-"));
  try {
    writeFileSync(join(folder, name), text);
    // Stored: what is packed is unpacked by the browser.
    execFileSync("zip", ["-q0", "all.zip", name], { cwd: folder });
    return new Uint8Array(readFileSync(join(folder, "all.zip")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a file of a zip archive is found by its name", async () => {
  const zip = new Blob([zipOf("ä.txt", "a text")]);
  const found = await unzipped(zip, (name) => name === "ä.txt", 100);
  assert.equal(await found?.text(), "a text");
  assert.equal(await unzipped(zip, () => false, 100), null);
  assert.equal(await unzipped(zip, () => true, 5), null, "too large");
});

test("a damaged zip archive gives nothing, or no more than was asked for", async () => {
  const whole = zipOf("a.txt", "a text");
  const random = new Random(3);
  for (let cut = 0; cut < whole.length; cut++) {
    const part = new Blob([whole.subarray(0, cut)]);
    assert.equal(await unzipped(part, () => true, 100), null);
  }
  for (let round = 0; round < 2000; round++) {
    const bytes = whole.slice();
    for (let i = 0; i < 1 + random.below(4); i++)
      bytes[random.below(bytes.length)] = random.below(256);
    const found = await unzipped(new Blob([bytes]), () => true, 100);
    assert.ok(found === null || found.size <= 100);
  }
});

function tarredBy(format: string, name: string): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), "whorl-tar-"));
  try {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, "before.txt"), "x".repeat(700));
    writeFileSync(join(folder, name), "a text");
    const flags = format === "gz" ? ["-z"] : [`--format=${format}`];
    const words = ["-cf", "all.tar", ...flags, "before.txt", name];
    execFileSync("tar", words, { cwd: folder });
    return new Uint8Array(readFileSync(join(folder, "all.tar")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a file of a tar archive is found by its name, whatever wrote it", async () => {
  const long = `${"folder".repeat(15)}/${"ä".repeat(60)}.txt`;
  for (const format of ["ustar", "gnu", "pax", "gz"]) {
    const name = format === "ustar" ? `${"folder".repeat(15)}/b.txt` : long;
    const tar = new Blob([tarredBy(format, name)]);
    const of = (wanted: string, most: number) =>
      untarred(tar, format === "gz", (path) => path === wanted, most);
    assert.equal(await (await of(name, 100))?.text(), "a text", format);
    assert.equal(await of("other", 100), null);
    assert.equal(await of(name, 5), null, "too large");
  }
  const path = `${"deep/".repeat(30)}d.txt`;
  const own = tarOf([{ path, content: new Blob(["its text"]) }]);
  const found = await untarred(own, false, (name) => name === path, 100);
  assert.equal(await found?.text(), "its text");
});

test("a damaged tar archive gives nothing, or no more than was asked for", async () => {
  const whole = tarredBy("pax", `${"ä".repeat(60)}.txt`);
  const random = new Random(5);
  for (let round = 0; round < 1500; round++) {
    const bytes = whole.slice(0, random.below(whole.length));
    for (let i = 0; i < random.below(4); i++)
      if (bytes.length > 0)
        bytes[random.below(bytes.length)] = random.below(256);
    for (const gzipped of [false, true]) {
      const found = await untarred(new Blob([bytes]), gzipped, () => true, 800);
      assert.ok(found === null || found.size <= 800);
    }
  }
});

test("options that the page does not know are shown in the server's words", () => {
  const parameter = (name: string, type: string) => ({
    name,
    in: "query" as const,
    description: `What ${name} says.`,
    schema: { type },
  });
  const groups = groupsOf([
    parameter("sort", "string"),
    parameter("new_switch", "boolean"),
  ]);
  assert.deepEqual(
    groups.map(({ title }) => title),
    ["What the report shows", "More"],
  );
  assert.deepEqual(groups[1]?.options[0], {
    name: "new_switch",
    label: "New switch",
    explained: "What new_switch says.",
    hint: "",
    kind: "switch",
  });
});
