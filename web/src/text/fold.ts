// Letters that no decomposition takes apart, as they are typed without them.
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

// A text as it is searched for: case and accents do not count, so that muller finds Müller.
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßłøđðþæœı]/g, (letter) => PLAIN[letter] ?? letter);
}
