import { hintOf } from "../../report/measures";
import { useSession } from "../../state/session";
import { choosable, choose, columns } from "./columns";

// Chooses the measures that have a column in the table.
export function ColumnChoice() {
  const { measures } = useSession().report.view;
  const shown = columns(measures);
  return (
    <details class="column-choice">
      <summary class="button">Columns</summary>
      <div class="column-list card">
        {choosable(measures).map((measure) => (
          <label key={measure.name} title={hintOf(measure)}>
            <input
              type="checkbox"
              checked={shown.includes(measure)}
              onChange={(event) => choose(measure.name, event.currentTarget.checked)}
            />
            {measure.label}
          </label>
        ))}
      </div>
    </details>
  );
}
