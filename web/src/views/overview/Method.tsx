import { VisibleText } from "../../components/Name";
import { counted, percent } from "../../report/format";
import { recipeWords, type RecipeWords } from "../../report/recipe-words";
import type { Report } from "../../report/report";
import { unitOfAll } from "../../report/unit-words";
import { useSession } from "../../state/session";

// Explains three lengths: which runs are noise, which make a pair, and which are certainly found
// within a pair.
function Lengths({ recipe, guarantee }: { recipe: RecipeWords; guarantee: number | undefined }) {
  const { noise, certain, unit } = recipe;
  if (noise === null) return null;
  const sentences = [`Matches shorter than ${counted(noise, unit)} are ignored.`];
  if (guarantee !== undefined)
    sentences.push(
      `Two submissions are a pair if they share at least ${counted(guarantee, unit)} in a row.`,
    );
  if (certain !== null)
    sentences.push(
      `Within a pair, every match of at least ${counted(certain, unit)} is found, and some shorter ones.`,
    );
  return <span class="muted"> · {sentences.join(" ")}</span>;
}

function RecipeCard({ id, guarantee }: { id: string; guarantee: number | undefined }) {
  const recipe = recipeWords(id);
  return (
    <li>
      <p>
        <VisibleText text={recipe.frontEnd} />
        <Lengths recipe={recipe} guarantee={guarantee} />
      </p>
    </li>
  );
}

function sizes(report: Report): { lines: number; symbols: number; base: number } {
  const total = { lines: 0, symbols: 0, base: 0 };
  for (const submission of report.submissions) {
    total.symbols += submission.symbols;
    total.base += submission.base_symbols;
    for (const file of submission.files) total.lines += file.lines;
  }
  return total;
}

export function Method() {
  const { report } = useSession();
  const { lines, symbols, base } = sizes(report);
  const all = symbols + base;
  return (
    <section class="card method" aria-label="What was compared">
      <h2>What was compared</h2>
      <p class="method-sizes">
        {counted(lines, "line")}, {counted(all, unitOfAll(report.submissions))}
        {base > 0 &&
          `. ${percent(base / all)} is base code that was given to all and is not compared`}
        .
      </p>
      <ul>
        {report.recipe.map((id, i) => (
          <RecipeCard key={id} id={id} guarantee={report.guarantees[i]} />
        ))}
      </ul>
      <p class="muted method-note">
        Programs are counted in tokens, texts in words or letters. The report shows what is equal; a
        person must judge what it means.
      </p>
    </section>
  );
}
