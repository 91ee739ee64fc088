import { unitOf, type Unit } from "./unit-words";

// A recipe in words: what is compared, what counts as noise, and what is certain to be found.

export interface RecipeWords {
  id: string;
  frontEnd: string;
  unit: Unit;
  noise: number | null;
  certain: number | null; // every shared run of at least this length is found
}

const FRONT_ENDS: Record<string, string> = {
  text: "text, letter by letter",
  words: "text, word by word",
  consonants: "text, only its consonants",
  html: "HTML pages",
  markup: "HTML pages, only their markup",
  entities: "text with characters spelled as in HTML",
  bytes: "bytes",
  code: "source code",
};

// Selectors that take at least one k-gram of every w consecutive ones (Schleimer 2003 §3).
const WINDOWED = new Set(["winnow", "robust", "oc", "modmin", "safemodp"]);

function numberAfter(text: string, key: string): number | null {
  const match = new RegExp(`(?:^|[/:,])${key}=(\\d+)`).exec(text);
  return match ? Number(match[1]) : null;
}

// "code:java" as "source code (java)".
export function frontEndWords(frontEnd: string): string {
  const [name = "", language, form] = frontEnd.split(":", 3);
  const known = FRONT_ENDS[name] ?? frontEnd;
  const forms = form === "strong" ? ["strong normal form"] : [];
  return language ? `${known} (${[language, ...forms].join(", ")})` : known;
}

export function recipeWords(id: string): RecipeWords {
  const [front = "", ...rest] = id.split("/");
  const k = numberAfter(id, "k");
  const selector = rest.find((part) => !part.startsWith("k=") && !part.startsWith("seed=")) ?? "";
  const w = WINDOWED.has(selector.split(":")[0] ?? "") ? numberAfter(selector, "w") : null;
  return {
    id,
    frontEnd: frontEndWords(front),
    unit: unitOf(front),
    noise: k,
    certain: k !== null && w !== null ? k + w - 1 : null,
  };
}
