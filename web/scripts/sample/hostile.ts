import { Collection } from "./collection";
import { copyOf, passage } from "./copies";
import { method } from "./programs";
import { Random } from "./random";
import { FileWriter } from "./writer";

export const HOSTILE_NAMES = [
  "</script><script>window.hacked = 1</script>",
  `"><img src=x onerror="window.hacked = 2">`,
  "two\nlines",
  "right-to-left \u202egnp.exe",
  "__proto__",
  "<!--whorl-data-->",
  "a' OR 1=1 --",
  "\u0000nul\u200bblank",
  "x".repeat(400),
];

const HOSTILE_TEXT = `</script><script>window.hacked = 3</script>
<img src="x" onerror="window.hacked = 4">\r
line after CR LF\rline after CR
\u202e reversed \u2066 isolate \u0007 bell \u200b zero width
emoji 👩‍👩‍👧 and Ελληνικά, 漢字, עברית
${"a very long line ".repeat(6000)}
`;

// Names and texts that try to act as markup or code.
export function hostile(): Collection {
  const random = new Random(3);
  const collection = new Collection();
  const block = method(random);
  const copy = copyOf(block, "verbatim", random);
  HOSTILE_NAMES.forEach((name) => {
    const file = new FileWriter(`${name}/${name}.java`);
    collection.written.push({ name, group: name, student: name, files: [file] });
  });
  const places = collection.written.map(({ files: [file] }) => {
    file!.add(HOSTILE_TEXT);
    file!.add(method(random));
    return file!.add(block);
  });
  for (let i = 0; i < places.length; i++) {
    for (let j = i + 1; j < places.length; j++) {
      const match = passage(places[i]!, places[j]!, block, copy, HOSTILE_NAMES.length);
      collection.plant(HOSTILE_NAMES[i]!, HOSTILE_NAMES[j]!, match);
    }
  }
  collection.known = HOSTILE_NAMES.map((name) => ({
    path: name,
    known: 1,
    sources: [
      {
        ...{ owner: name, group: name, name, date: name, url: name },
        ...{ contained: 1, contains: 1, evidence: 1, lines: [] },
      },
    ],
  }));
  collection.skipped = HOSTILE_NAMES.map((name) => ({ path: name, reason: name, kind: "skipped" }));
  return collection;
}
