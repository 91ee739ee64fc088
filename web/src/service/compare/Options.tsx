import { Field } from "../components/Field";
import { compareParameters } from "../api";
import { AttachmentField } from "./AttachmentField";
import { attached } from "./attachments";
import { groupsOf, type Choice, type Option } from "./compare-options";
import { jobs, nameOf } from "./jobs";

function reportChoices(): Choice[] {
  const done = jobs.value.filter(({ state }) => state === "done");
  return [
    { value: "", label: "none" },
    ...done.map((job) => ({ value: job.id, label: nameOf(job) })),
  ];
}

function Control({ option, described }: { option: Option; described: string }) {
  const { name, hint, kind } = option;
  const choices = kind === "report" ? reportChoices() : option.choices;
  if (choices) {
    return (
      <select class="field" name={name} aria-describedby={described}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      class="field"
      name={name}
      placeholder={hint}
      inputMode={kind === "number" ? "numeric" : "text"}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      aria-describedby={described}
    />
  );
}

function Beside({ option }: { option: Option }) {
  const { name, label, explained, kind } = option;
  return <AttachmentField {...{ name, label, explained }} single={kind === "file"} />;
}

function OneOption({ option }: { option: Option }) {
  if (option.kind === "switch") return <Switch option={option} />;
  if (option.kind === "archive" || option.kind === "file") return <Beside option={option} />;
  return (
    <Field label={option.label} explained={option.explained}>
      {(described) => <Control option={option} described={described} />}
    </Field>
  );
}

function Switch({ option }: { option: Option }) {
  return (
    <label class="check">
      <input type="checkbox" name={option.name} value="true" />
      <span>
        {option.label}
        <span class="explained">{option.explained}</span>
      </span>
    </label>
  );
}

// All options of a comparison; each has a default.
export function Options() {
  const beside = Object.values(attached.value).map(({ input }) => input.name);
  return (
    <details class="options">
      <summary>
        Handed-out code, past years and other options
        {beside.length > 0 && <span class="muted"> · with {beside.join(", ")}</span>}
      </summary>
      {groupsOf(compareParameters.value).map(({ title, options }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          <div class="fields">
            {options.map((option) => (
              <OneOption key={option.name} option={option} />
            ))}
          </div>
        </fieldset>
      ))}
    </details>
  );
}
