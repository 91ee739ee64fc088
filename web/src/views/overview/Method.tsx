import { VisibleText } from "../../components/Name";
import { count, counted, percent } from "../../report/format";
import { recipeWords, type RecipeWords } from "../../report/recipe-words";
import type { Report } from "../../report/report";
import { optionOf } from "../../report/run-options";
import { useSession } from "../../state/session";

// Two thresholds: what makes a pair, and what is found within one.
function Found({ noise, guarantee }: Pick<RecipeWords, "noise" | "guarantee">) {
  const { run } = useSession().report;
  if (noise === null || guarantee === null) return null;
  const given = Number(optionOf(run, "guarantee"));
  const pair = Number.isInteger(given) && given > 0 ? count(given) : "";
  return (
    <>
      {" "}
      Two submissions are a pair when they share {pair || "enough"} symbols in a row (
      <code>--guarantee</code>
      {pair === "" && ", by default as in “whorl methods”"}); within a pair every run of{" "}
      {count(guarantee)} or more is found.
    </>
  );
}

function RecipeCard({ id }: { id: string }) {
  const { frontEnd, noise, guarantee } = recipeWords(id);
  return (
    <li>
      <p>
        <VisibleText text={frontEnd} />
        {noise !== null && (
          <span class="muted">
            {" "}
            · runs under {counted(noise, "symbol")} are noise.
            <Found noise={noise} guarantee={guarantee} />
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
