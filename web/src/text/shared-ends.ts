// The common beginning and end of names.

const FEWEST = 4; // fewer names may have something in common by chance
const SEPARATORS = " /_-.,";

export interface SharedEnds {
  head: number; // number of characters
  tail: number;
}

function sharedLength(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return length;
}

function reversed(text: string): string {
  return [...text].reverse().join("");
}

// The length up to and including the last separator.
function wholeParts(common: string): number {
  for (let end = common.length; end > 0; end--) {
    if (SEPARATORS.includes(common[end - 1]!)) return end;
  }
  return 0;
}

function sharedHead(names: readonly string[]): number {
  const [first = "", ...others] = names;
  let most = Math.min(...names.map((name) => name.length));
  for (const name of others) most = sharedLength(first, name, most);
  return wholeParts(first.slice(0, most));
}

// Only whole parts count as common, and a part of each name is left over.
export function sharedEnds(names: readonly string[]): SharedEnds {
  if (names.length < FEWEST) return { head: 0, tail: 0 };
  const head = sharedHead(names);
  const rests = names.map((name) => name.slice(head));
  const tail = sharedHead(rests.map(reversed));
  const left = rests.every((rest) => rest.length > tail) && rests.some((rest) => rest !== rests[0]);
  return left ? { head, tail } : { head: 0, tail: 0 };
}

export function withoutEnds(name: string, { head, tail }: SharedEnds): string {
  return name.slice(head, name.length - tail);
}
