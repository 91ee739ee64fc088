import assert from "node:assert/strict";
import { test } from "node:test";
import { homework } from "../../web/scripts/sample/homework";
import { reportOf, type Submission } from "../../web/src/report/report";
import { Names, setAnonymous } from "../../web/src/state/names";
import { sharedEnds, withoutEnds } from "../../web/src/text/shared-ends";

function shortened(names: string[]): string[] {
  const ends = sharedEnds(names);
  return names.map((name) => withoutEnds(name, ends));
}

test("whole parts that all names share are left out", () => {
  assert.deepEqual(
    shortened([
      "hw1/ann/main.c",
      "hw1/anna/main.c",
      "hw1/bob/main.c",
      "hw1/cleo/main.c",
    ]),
    ["ann", "anna", "bob", "cleo"],
  );
  assert.deepEqual(shortened(["sub_11", "sub_12", "sub_13", "sub_14"]), [
    "11",
    "12",
    "13",
    "14",
  ]);
});

test("names that share no whole part, or too few, stay as they are", () => {
  for (const names of [
    ["s01", "s02", "s03", "s04"],
    ["hw/ann", "hw/bob", "hw/cleo"],
    ["hw/ann", "hw/bob", "hw/cleo", "hw/"],
    ["hw/ann", "hw/bob", "hw/cleo", "dora"],
    ["a-a", "a-a", "a-a", "a-a"],
    [],
  ]) {
    assert.deepEqual(shortened(names), names);
  }
});

test("a title has the whole name and where it was found, and neither of who is hidden", () => {
  const {
    report: data,
    paths,
    base,
  } = homework().toSample(["words/k=5/winnow:w=4/seed=1"]);
  const texts = paths.map(() => null);
  const view = {
    version: "0",
    measures: [],
    paths,
    texts,
    base,
    passages_for: 500,
  };
  const report = reportOf({ ...data, view });
  const path = "Ann_12_assignsubmission_file_";
  const submissions = ["ann", "bob", "cleo", "dora"].map(
    (name, index): Submission => ({
      ...report.submissions[index]!,
      name: `2026/${name}`,
      student: "",
      ...(name === "ann" ? { path } : {}),
    }),
  );
  const names = new Names({ ...report, submissions });
  const [ann, bob] = [submissions[0]!, submissions[1]!];
  assert.equal(names.short(ann), "ann");
  assert.equal(names.whole(ann), `2026/ann\n${path}`);
  assert.equal(names.whole(bob), "2026/bob");
  setAnonymous(true);
  assert.equal(names.short(ann), names.submission(ann));
  assert.equal(names.whole(ann), names.submission(ann));
  assert.doesNotMatch(names.whole(ann), /ann|Ann/);
  setAnonymous(false);
});
