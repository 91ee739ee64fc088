import { VisibleText } from "../../components/Name";
import { count, counted, percent } from "../../report/format";
import { recipeWords, type RecipeWords } from "../../report/recipe-words";
import type { Report } from "../../report/report";
import { useSession } from "../../state/session";

// Three lengths: what is noise, what makes a pair, and what is certain to be found within one.
function Lengths({ recipe, guarantee }: { recipe: RecipeWords; guarantee: number | undefined }) {
  const { noise, certain } = recipe;
  if (noise === null) return null;
  return (
    <span class="muted">
      {" "}
      · Runs under {counted(noise, "symbol")} are noise (<code>--noise</code>).
      {guarantee !== undefined && (
        <>
          {" "}
          Two submissions are a pair when they share {count(guarantee)} in a row (
          <code>--guarantee</code>
          ).
        </>
      )}
      {certain !== null && (
        <>
          {" "}
          Within a pair every shared run of {count(certain)} or more is found, and shorter ones
          where a fingerprint falls in them.
        </>
      )}
    </span>
  );
}

function RecipeCard({ id, guarantee }: { id: string; guarantee: number | undefined }) {
  const recipe = recipeWords(id);
  return (
    <li>
      <p>
        <VisibleText text={recipe.frontEnd} />
        <Lengths recipe={recipe} guarantee={guarantee} />
      </p>
      <code>
        <VisibleText text={id} />
      </code>
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
        {counted(lines, "line")}, {counted(all, "symbol")}
        {base > 0 &&
          `, of which ${percent(base / all)} is base code that was given and is left out`}
        .
      </p>
      <ul>
        {report.recipe.map((id, i) => (
          <RecipeCard key={id} id={id} guarantee={report.guarantees[i]} />
        ))}
      </ul>
      <p class="muted method-note">
        A symbol is a token, a word or a letter, as the kind of file asks; a Chinese character
        counts as four letters. Only what was found is shown; what it means is for a person to
        judge.
      </p>
    </section>
  );
}
