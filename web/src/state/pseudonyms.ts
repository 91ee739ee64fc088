// Stable pseudonyms. A person's pseudonym depends only on the name. If two names would get the same
// one, the name that sorts later takes the next free number.

const WORDS = [
  ...["Alder", "Aspen", "Beech", "Birch", "Briar", "Cedar", "Clover", "Cypress", "Elder", "Fern"],
  ...["Fir", "Gorse", "Hazel", "Heath", "Holly", "Hornbeam", "Iris", "Ivy", "Juniper", "Larch"],
  ...["Laurel", "Lilac", "Linden", "Lotus", "Maple", "Moss", "Myrtle", "Oak", "Olive", "Pine"],
  ...["Poplar", "Reed", "Rowan", "Rush", "Sage", "Sedge", "Sorrel", "Spruce", "Thorn", "Thyme"],
  ...["Tulip", "Vetch", "Violet", "Willow", "Yarrow", "Yew"],
];
const NUMBERS = 89;
const FIRST_NUMBER = 10;

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

export function pseudonymsOf(names: Iterable<string>): Map<string, string> {
  const taken = new Set<string>();
  const result = new Map<string, string>();
  for (const name of [...new Set(names)].sort()) {
    const hash = hashOf(name);
    const word = WORDS[hash % WORDS.length] ?? "";
    let number = FIRST_NUMBER + (Math.floor(hash / WORDS.length) % NUMBERS);
    while (taken.has(`${word} ${number}`)) number++;
    taken.add(`${word} ${number}`);
    result.set(name, `${word} ${number}`);
  }
  return result;
}
