import { VisibleText } from "../../components/Name";
import { count, counted, percent } from "../../report/format";
import { recipeWords } from "../../report/recipe-words";
import type { Report } from "../../report/report";
import { useSession } from "../../state/session";

function RecipeCard({ id }: { id: string }) {
  const { frontEnd, noise, guarantee } = recipeWords(id);
  return (
    <li>
      <p>
        <VisibleText text={frontEnd} />
        {noise !== null && (
          <span class="muted">
            {" "}
            · under {counted(noise, "symbol")} is noise
            {guarantee !== null && `; ${count(guarantee)} or more are always found`}
          </span>
        )}
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
        {report.recipe.map((id) => (
          <RecipeCard key={id} id={id} />
        ))}
      </ul>
      <p class="muted method-note">
        A symbol is a token, a word or a letter, as the kind of file asks. Only what was found is
        shown; what it means is for a person to judge.
      </p>
    </section>
  );
}
