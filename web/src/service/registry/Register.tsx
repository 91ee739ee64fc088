// Registers texts under codes: owner, group, date and contact.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { counted } from "../../report/format";
import { hrefOf } from "../../state/route";
import { useTitle } from "../../state/title";
import * as api from "../api";
import type { Added } from "../api";
import { valuesOf } from "../components/form-values";
import { Field } from "../components/Field";
import { TaskState, useTask } from "../components/task";
import { DropZone } from "../input/DropZone";
import type { Input } from "../input/dropped";
import { packed, singleText } from "../input/packed";
import "./registry.css";

const CODES = [
  { name: "owner", label: "Owner", explained: "Owner of the documents; default: you." },
  { name: "group", label: "Group", explained: "For example a year; distinguishes equal names." },
  {
    name: "name",
    label: "Name",
    explained: "Name of a single document; default: the name of its file.",
  },
  { name: "date", label: "Date", explained: "Date of the document." },
  { name: "url", label: "URL", explained: "The address of the document." },
  { name: "contact", label: "Contact", explained: "Contact for questions about it." },
] as const;

function Told({ outcome }: { outcome: Added }) {
  const { added, replaced, unchanged, too_short, skipped = [] } = outcome;
  const words = [
    added > 0 && `${counted(added, "document")} registered`,
    replaced > 0 && `${replaced} replaced`,
    unchanged > 0 && `${unchanged} as before`,
    too_short > 0 && `${too_short} too short to be found`,
  ].filter(Boolean);
  return (
    <>
      {words.length > 0 && (
        <p class="success">
          {words.join(", ")}. <a href={hrefOf(["documents"])}>See all documents</a>
        </p>
      )}
      {skipped.length > 0 && (
        <ul class="failure">
          {skipped.map(({ path, reason }) => (
            <li key={path}>
              {path}: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function CodeFields() {
  return (
    <div class="fields">
      {CODES.map(({ name, label, explained }) => (
        <Field key={name} label={label} explained={explained}>
          {(described) => (
            <input
              class="field"
              name={name}
              {...(name === "date" ? { type: "date" } : {})}
              autocomplete="off"
              aria-describedby={described}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

export function Register() {
  useTitle("Register");
  const form = useRef<HTMLFormElement>(null);
  const outcome = useSignal<Added | null>(null);
  const task = useTask();

  const registerAll = async (input: Input): Promise<void> => {
    const { name = "", ...codes } = form.current ? valuesOf(form.current) : {};
    outcome.value = null;
    const text = await singleText(input);
    if (text) {
      const path = input.files[0]?.path ?? text.name;
      outcome.value = await api.register(text, { ...codes, name: name || path });
      return;
    }
    await task.run(
      (sending) => api.registerAll(packed(input), codes, sending),
      async (job) => {
        outcome.value = await api.added(job);
      },
    );
  };

  return (
    <div class="page narrow">
      <h1>Register texts</h1>
      <p class="lead muted">
        The registry stores fingerprints and these codes, never a text. A text with the same owner,
        group and name replaces the earlier one.
      </p>
      <form ref={form} class="stack" onSubmit={(event) => event.preventDefault()}>
        <CodeFields />
        <DropZone
          title="Drop a text, a folder or an archive here"
          label="Texts to register"
          take={(input) => void task.work.run(async () => registerAll(await input))}
        >
          Each file becomes a document with the codes above. Text, PDF and office documents.
        </DropZone>
      </form>
      <TaskState task={task} />
      <div role="status">{outcome.value && <Told outcome={outcome.value} />}</div>
    </div>
  );
}
