import { VisibleText } from "../../components/Name";
import type { RunOptionData } from "../../report/types";
import { someHidden } from "../../state/names";
import { useSession } from "../../state/session";

function Option({ option }: { option: RunOptionData }) {
  const hidden = option.given && someHidden.value && /[/\\*{]/.test(option.value);
  return (
    <tr class={option.given ? "run-given" : "muted"}>
      <th scope="row">
        <code>--{option.name}</code>
      </th>
      <td>{hidden ? "hidden with the names" : <VisibleText text={option.value || "–"} />}</td>
      <td>{option.given ? "given" : "default"}</td>
    </tr>
  );
}

// How the report was made: program, date, command and all options, including defaults.
export function Run() {
  const { run, recipe, view } = useSession().report;
  const all = run?.options ?? [];
  const options = [...all.filter(({ given }) => given), ...all.filter(({ given }) => !given)];
  const command = someHidden.value ? "" : (run?.command ?? "");
  return (
    <section class="card run" aria-label="How this report was made">
      <h2>How this report was made</h2>
      <p>
        whorl {run?.version ?? view.version}
        {run && `, ${run.date}`}
      </p>
      <details>
        <summary>Technical settings</summary>
        {command !== "" && (
          <p class="run-command">
            <code>
              <VisibleText text={command} />
            </code>
          </p>
        )}
        {recipe.map((id) => (
          <p key={id}>
            <code>
              <VisibleText text={id} />
            </code>
          </p>
        ))}
        <table class="run-options">
          <tbody>
            {options.map((option) => (
              <Option key={option.name} option={option} />
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
