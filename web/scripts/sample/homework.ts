import { PASSAGE_KINDS, type PassageKind, type PlaceData } from "../../src/report/types";
import { Collection, type Written } from "./collection";
import { copyOf, passage } from "./copies";
import { method, paragraph, TEMPLATE } from "./programs";
import { Random } from "./random";
import { FileWriter } from "./writer";

const STUDENTS = [
  ...["abelson", "baker", "castillo", "dąbrowska", "edwards", "fischer", "García Márquez", "huang"],
  ...["ivanova", "jensen", "kowalczyk", "lindgren", "müller", "novak", "okafor", "petrov"],
  ...["quinn", "rossi", "schmidt", "tanaka", "ueda", "visser", "weber", "xu", "yilmaz", "zhang"],
];

// All but a few submissions have a time, as in the metadata of Dolos.
function handedIn(name: string): string {
  const at = STUDENTS.indexOf(name);
  return at % 7 === 6 ? "" : `2026-03-0${1 + (at % 5)} 1${at % 10}:00:00 +0100`;
}

function emptyHomework(name: string, group: string): Written {
  const files = ["src/Main.java", "src/Helper.java", "answers.txt"];
  return {
    ...{ name, group, student: name, attempt: handedIn(name) },
    files: files.map((f) => new FileWriter(`${name}/${f}`)),
  };
}

function ownParts(work: Written, random: Random): void {
  const [main, helper, answers] = work.files as [FileWriter, FileWriter, FileWriter];
  for (let i = 0; i < 1 + random.below(2); i++) main.add(method(random));
  for (let i = 0; i < 1 + random.below(2); i++) helper.add(method(random));
  answers.add(paragraph(random));
}

// Puts a block into several homeworks and records each pair of places as a passage.
function share(
  collection: Collection,
  works: Written[],
  file: number,
  kind: PassageKind,
  random: Random,
): void {
  const prose = file === 2;
  const block = prose ? paragraph(random) : method(random);
  const places: PlaceData[] = [];
  const copy = copyOf(block, prose ? "verbatim" : kind, random);
  works.forEach((work, i) => {
    places.push((work.files[file] as FileWriter).add(i === 0 ? block : copy.text));
    if (random.below(3) === 0) (work.files[file] as FileWriter).add(method(random));
  });
  for (let i = 0; i < places.length; i++) {
    for (let j = i + 1; j < places.length; j++) {
      const [a, b] = [places[i] as PlaceData, places[j] as PlaceData];
      const seen = i === 0 ? copy : { ...copy, kind: "verbatim" as const, identity: 1 };
      const names = [works[i] as Written, works[j] as Written].map((w) => w.name) as [
        string,
        string,
      ];
      collection.plant(...names, passage(a, b, block, seen, works.length));
    }
  }
}

function identicalTwins(collection: Collection, random: Random): void {
  const [one, two] = [emptyHomework("novak", "Group B"), emptyHomework("okafor", "Group B")];
  for (let file = 0; file < 3; file++) {
    for (let i = 0; i < 3; i++) {
      const block = file === 2 ? paragraph(random) : method(random);
      const copy = copyOf(block, "verbatim", random);
      const places = [one, two].map((w) => (w.files[file] as FileWriter).add(block));
      collection.plant("novak", "okafor", passage(places[0]!, places[1]!, block, copy, 2));
    }
  }
  collection.written.push(one, two);
}

// The homework of 26 students: identical copies, a group of five, and a few smaller copies.
export function homework(): Collection {
  const random = new Random(7);
  const collection = new Collection();
  const works = STUDENTS.filter((s) => s !== "novak" && s !== "okafor").map((name, i) =>
    emptyHomework(name, i % 2 === 0 ? "Group A" : "Group B"),
  );
  for (const work of works) {
    (work.files[0] as FileWriter).addBase(TEMPLATE);
    ownParts(work, random);
  }
  const ring = works.slice(2, 7);
  for (let i = 0; i < 5; i++) share(collection, ring, i % 3, PASSAGE_KINDS[i % 3]!, random);
  for (let i = 0; i < 22; i++) {
    const first = random.below(works.length - 3);
    const pair = [works[first]!, works[first + 1 + (i % 3)]!];
    const rounds = i % 5 === 0 ? 12 : 1 + random.below(5);
    for (let r = 0; r < rounds; r++)
      share(collection, pair, random.below(3), random.pick(PASSAGE_KINDS), random);
  }
  for (const work of works) (work.files[0] as FileWriter).add("}\n");
  collection.written.push(...works);
  identicalTwins(collection, random);
  collection.written.sort((a, b) => (a.name < b.name ? -1 : 1));
  collection.omittedPairs = 61;
  collection.known = [
    {
      path: "weber/src/Main.java",
      known: 0.62,
      sources: [
        {
          owner: "cs101",
          group: "2025",
          name: "abt/src/Main.java",
          date: "2025-05-01",
          url: "",
          contained: 0.62,
          contains: 0.4,
          evidence: 210.5,
          lines: [
            [12, 30],
            [41, 41],
          ],
        },
      ],
    },
  ];
  collection.skipped = [
    { path: "quinn/src/Main.class", reason: "not text: a Java class file", kind: "skipped" },
    { path: "weber/upload.rar", reason: "the archive is encrypted", kind: "skipped" },
    { path: "xu/notes.txt", reason: "empty", kind: "skipped" },
    {
      path: "ueda/report.pdf",
      reason: "no pdftotext on this machine; read as bytes",
      kind: "fallback",
    },
  ];
  collection.review = [
    { a: "novak", b: "okafor", verdict: "copied", note: "Both admit it (12 May)." },
  ];
  return collection;
}
