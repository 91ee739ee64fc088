import type { Random } from "./random";

// Generated Java methods: similar in style, each with different steps.

const VERBS = ["compute", "find", "collect", "parse", "merge", "count", "update", "print", "sort"];
const NOUNS = ["Total", "Route", "Scores", "Tokens", "Queue", "Orders", "Cells", "Prices", "Words"];
const VARIABLES = ["total", "index", "current", "best", "next", "value", "left", "right", "limit"];
const OTHER_NAMES = ["sum", "k", "cursor", "winner", "follow", "item", "lo", "hi", "bound"];

function statement(random: Random, depth: number): string[] {
  const pad = "    ".repeat(depth);
  const [x, y] = [random.pick(VARIABLES), random.pick(VARIABLES)];
  const number = 1 + random.below(97);
  switch (random.below(depth > 3 ? 5 : 8)) {
    case 0:
      return [`${pad}${x} += ${y} * ${number};`];
    case 1:
      return [`${pad}${x} = Math.max(${x}, data[${y}] - ${number});`];
    case 2:
      return [`${pad}System.out.println("${x} is " + ${x});`];
    case 3:
      return [`${pad}data[${x}] = ${y} % ${number};`];
    case 4:
      return [`${pad}int ${x}${number} = ${y} + ${number};`];
    case 5:
      return [`${pad}if (${x} > ${number}) {`, ...statement(random, depth + 1), `${pad}}`];
    case 6:
      return [
        `${pad}for (int ${x} = 0; ${x} < data.length; ${x}++) {`,
        ...statement(random, depth + 1),
        ...statement(random, depth + 1),
        `${pad}}`,
      ];
    default:
      return [`${pad}// keep the ${y} for later`, ...statement(random, depth)];
  }
}

export function method(random: Random): string {
  const name = `${random.pick(VERBS)}${random.pick(NOUNS)}${random.below(90)}`;
  const lines = [`    static int ${name}(int[] data, int ${random.pick(VARIABLES)}) {`];
  const steps = 3 + random.below(7);
  for (let i = 0; i < steps; i++) lines.push(...statement(random, 2));
  lines.push(`        return ${random.pick(VARIABLES)};`, "    }", "");
  return lines.join("\n") + "\n";
}

export function renamed(code: string): string {
  return VARIABLES.reduce(
    (text, name, i) => text.replace(new RegExp(`\\b${name}\\b`, "g"), OTHER_NAMES[i] as string),
    code,
  );
}

// A copy with a line put in and a number changed.
export function edited(code: string, random: Random): string {
  const lines = code.split("\n");
  const at = 1 + random.below(Math.max(1, lines.length - 3));
  lines.splice(at, 0, `        log("step ${random.below(50)}"); // added`);
  return lines.join("\n").replace(/\b\d+;/, `${random.below(900)};`);
}

export const TEMPLATE = `import java.util.Scanner;

/** Exercise 4. Fill in the methods; do not change main. */
public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int[] data = new int[n];
        for (int i = 0; i < n; i++) {
            data[i] = in.nextInt();
        }
        System.out.println(solve(data, n));
    }

`;

const SUBJECTS = ["The narrator", "Page rank", "Inheritance", "Dynamic programming", "The author"];
const CLAUSES = [
  "treats every link as a vote and weighs it by the standing of the page that casts it",
  "lets a class take over the members of another and refine what differs",
  "stores the answers of smaller problems so that none is solved a second time",
  "converges because the damped matrix is stochastic and irreducible",
  "is best understood by following one example from the first step to the last",
  "reduces the cost from exponential to polynomial time in all but contrived cases",
  "depends on the order in which the parts were written down",
];

export function paragraph(random: Random): string {
  const sentences = Array.from({ length: 3 + random.below(4) }, () => {
    return `${random.pick(SUBJECTS)} ${random.pick(CLAUSES)}, and ${random.pick(CLAUSES)}.`;
  });
  return sentences.join(" ") + "\n\n";
}
