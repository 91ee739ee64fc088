import { Field } from "../components/Field";

export function VerifyOptions() {
  return (
    <details class="options">
      <summary>Options</summary>
      <div class="fields">
        <Field label="Documents listed per text" explained="The best are listed.">
          {(described) => (
            <input
              class="field"
              name="limit"
              inputMode="numeric"
              placeholder="10"
              aria-describedby={described}
            />
          )}
        </Field>
        <Field label="Leave out the owner" explained="Documents of this owner are skipped.">
          {(described) => <input class="field" name="exclude_owner" aria-describedby={described} />}
        </Field>
        <Field label="Registered since" explained="Documents of this date or later.">
          {(described) => (
            <input class="field" name="since" type="date" aria-describedby={described} />
          )}
        </Field>
        <Field label="Minimum share" explained="Of either side, from 0 to 1.">
          {(described) => (
            <input
              class="field"
              name="containment"
              inputMode="decimal"
              placeholder="0"
              aria-describedby={described}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
