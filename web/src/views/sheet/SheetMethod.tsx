import { VisibleText } from "../../components/Name";
import { CHANCE_MEANING, pairChance } from "../../report/chance-words";
import { counted } from "../../report/format";
import { applying, LETTERS, shownValue } from "../../report/measures";
import type { Pair, Submission } from "../../report/report";
import { recipesUsed } from "../../report/recipes-used";
import { someHidden } from "../../state/names";
import { useSession } from "../../state/session";

function Measures({ pair, sides }: { pair: Pair; sides: readonly Submission[] }) {
  const { measures } = useSession().report.view;
  return (
    <table class="sheet-measures">
      <tbody>
        {applying(measures, sides).map((measure) => (
          <tr key={measure.name}>
            <th scope="row">{measure.label}</th>
            <td class="numeric">{shownValue(pair, measure)}</td>
            <td class="muted">
              {measure.meaning}
              <br />
              <span class="sheet-formula">{measure.formula}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Settings({ sides }: { sides: readonly Submission[] }) {
  const { report } = useSession();
  const command = someHidden.value ? "" : (report.run?.command ?? "");
  return (
    <p>
      Technical settings:{" "}
      {recipesUsed(report.recipe, sides).map((id, i) => (
        <>
          {i > 0 && ", "}
          <code key={id}>
            <VisibleText text={id} />
          </code>
        </>
      ))}
      {command !== "" && (
        <>
          ; command{" "}
          <code>
            <VisibleText text={command} />
          </code>
        </>
      )}
      .
    </p>
  );
}

// The end of the sheet: what was run, when, and with which settings.
export function SheetMethod({ pair, sides }: { pair: Pair; sides: readonly Submission[] }) {
  const { report } = useSession();
  const { run } = report;
  const given = sides.some((submission) => submission.base_symbols > 0);
  return (
    <section class="sheet-method" aria-label="Method">
      <h2>How this was found</h2>
      <p>
        whorl {run?.version ?? report.view.version} compared{" "}
        {counted(report.submissions.length, "submission")}
        {run && ` on ${run.date}`}. {given && "Base code that was given to all is not counted. "}
        Frames mark words that differ between the two sides of a passage.
      </p>
      {pairChance(pair) !== "" && <p>“1 in … pairs”: {CHANCE_MEANING}</p>}
      <Measures pair={pair} sides={sides} />
      <p>In the formulas, {LETTERS}</p>
      <Settings sides={sides} />
    </section>
  );
}
