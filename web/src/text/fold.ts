// Letters without a Unicode decomposition, and how people type them without accents.
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

// Prepares a text for searching: case and accents do not count, so that muller finds Müller.
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßłøđðþæœı]/g, (letter) => PLAIN[letter] ?? letter);
}
