import { Collection } from "./collection";
import { copyOf, passage } from "./copies";
import { paragraph } from "./programs";
import { Random } from "./random";
import { FileWriter } from "./writer";

const AUTHORS = ["brontë", "chekhov", "dickens", "eliot"];

// Four essays. The first two share two paragraphs.
export function prose(): Collection {
  const random = new Random(3);
  const collection = new Collection();
  const files = AUTHORS.map((name) => new FileWriter(`${name}/essay.txt`));
  const [a, b] = [files[0]!, files[1]!];
  for (let i = 0; i < 2; i++) {
    for (const file of files) file.add(paragraph(random));
    const block = paragraph(random);
    const copy = copyOf(block, "verbatim", random);
    const shared = passage(a.add(block), b.add(block), block, copy, 2);
    collection.plant(AUTHORS[0]!, AUTHORS[1]!, shared);
  }
  AUTHORS.forEach((name, i) => collection.written.push({ name, group: "", files: [files[i]!] }));
  return collection;
}
