import { PASSAGE_KINDS, type PlaceData } from "../../src/report/types";
import { Collection, type Written } from "./collection";
import { copyOf, passage } from "./copies";
import { method, TEMPLATE } from "./programs";
import { Random } from "./random";
import { FileWriter } from "./writer";

const SUBMISSIONS = 1000;
const SHOWN_PAIRS = 500;
const ALL_PAIRS = 100_000;

function submission(index: number, random: Random): Written {
  const name = `student-${String(index).padStart(4, "0")}`;
  const file = new FileWriter(`${name}/Main.java`);
  file.addBase(TEMPLATE);
  for (let i = 0; i < 4 + random.below(8); i++) file.add(method(random));
  const group = `Group ${String.fromCharCode(65 + (index % 5))}`;
  return { name, group, student: name, archived: index % 10 === 0, files: [file] };
}

function plant(collection: Collection, a: Written, b: Written, random: Random): void {
  const [into, from] = [b.files[0]!, a.files[0]!];
  for (let i = 0; i < 1 + random.below(6); i++) {
    const block = method(random);
    const copy = copyOf(block, random.pick(PASSAGE_KINDS), random);
    const places: [PlaceData, PlaceData] = [from.add(block), into.add(copy.text)];
    collection.plant(a.name, b.name, passage(...places, block, copy, 2 + random.below(30)));
  }
}

// 1,000 submissions and 100,000 rows of pairs, the best 500 with their passages.
export function large(): Collection {
  const random = new Random(11);
  const collection = new Collection();
  const works = Array.from({ length: SUBMISSIONS }, (_, i) => submission(i, random));
  const seen = new Set<number>();
  while (seen.size < ALL_PAIRS) {
    const [x, y] = [random.below(SUBMISSIONS), random.below(SUBMISSIONS)];
    const [i, j] = [Math.min(x, y), Math.max(x, y)];
    if (i === j || seen.has(i * SUBMISSIONS + j)) continue;
    seen.add(i * SUBMISSIONS + j);
    const [a, b] = [works[i]!, works[j]!];
    if (seen.size <= SHOWN_PAIRS) plant(collection, a, b, random);
    else collection.addBarePair(barePair(a.name, b.name, random));
  }
  collection.written.push(...works);
  collection.omittedPairs = 12_345;
  return collection;
}

const BARE = { identical: false, passages: [] };

function barePair(a: string, b: string, random: Random): Parameters<Collection["addBarePair"]>[0] {
  const similarity = 0.25 * random.next() ** 3;
  const [one, two] = [similarity * (0.7 + 0.3 * random.next()), similarity * (1 + random.next())];
  const longest = 12 + random.below(60);
  const evidence = longest * (1 + 4 * random.next());
  const score = (similarity + two) / 2;
  return {
    a,
    b,
    score,
    similarity,
    containment_a: one,
    containment_b: two,
    longest,
    evidence,
    ...BARE,
  };
}
