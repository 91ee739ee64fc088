// Shows what the registry knows about a text, or about each file of a folder.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useTitle } from "../../state/title";
import * as api from "../api";
import type { ArchiveAnswer } from "../api";
import { valuesOf } from "../components/form-values";
import { TaskState, useTask } from "../components/task";
import { DropZone } from "../input/DropZone";
import { contentOf } from "../input/contents";
import type { Input } from "../input/dropped";
import { packed, singleText } from "../input/packed";
import { KnownOf, VerifiedList, type Verified } from "./Verified";
import { VerifyOptions } from "./VerifyOptions";
import "./registry.css";

function verified(line: ArchiveAnswer, input: Input): Verified {
  const name = "query" in line ? line.query : line.name;
  const text = (): Promise<Blob | null> => contentOf(input, name);
  if ("query" in line) return { name, answer: line, note: "", text };
  return { name, answer: null, note: line.skipped ?? line.fallback ?? "", text };
}

export function Verify() {
  useTitle("Verify");
  const form = useRef<HTMLFormElement>(null);
  const single = useSignal<Verified | null>(null);
  const several = useSignal<readonly Verified[] | null>(null);
  const task = useTask();

  const query = (): Record<string, string> => {
    const { text: _pasted, ...asked } = form.current ? valuesOf(form.current) : {};
    return asked;
  };
  const verifyText = async (name: string, text: Blob): Promise<void> => {
    single.value = several.value = null;
    single.value = {
      name,
      answer: await api.search(text, query()),
      note: "",
      text: async () => text,
    };
  };
  const verifyAll = (input: Input): Promise<void> => {
    single.value = several.value = null;
    return task.run(
      (sending) => api.searchAll(packed(input), query(), sending),
      async (job) => {
        several.value = (await api.answers(job)).map((line) => verified(line, input));
      },
    );
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get("text") ?? "");
    void task.work.run(() => verifyText("The text", new Blob([text])));
  };
  const take = (given: Promise<Input>): void => {
    void task.work.run(async () => {
      const input = await given;
      const text = await singleText(input);
      await (text ? verifyText(text.name, text) : verifyAll(input));
    });
  };

  return (
    <div class="page narrow">
      <h1>Is a text registered?</h1>
      <p class="lead muted">
        Looks up texts among the registered documents. The server does not store them.
      </p>
      <form ref={form} class="stack" onSubmit={submit}>
        <textarea
          class="text"
          name="text"
          aria-label="Text"
          rows={6}
          required
          placeholder="Paste a text"
        />
        <button class="button primary" type="submit" disabled={task.work.busy.value}>
          Search
        </button>
        <DropZone title="Or drop files, a folder or an archive" label="Texts to verify" take={take}>
          Each file is looked up on its own. Text, PDF and office documents.
        </DropZone>
        <VerifyOptions />
      </form>
      <TaskState task={task} />
      <div role="status" class="stack wide">
        {single.value && <KnownOf {...single.value} />}
        {several.value && <VerifiedList list={several.value} />}
      </div>
    </div>
  );
}
