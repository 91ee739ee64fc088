// Finds registered documents by their codes and removes them.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Name } from "../../components/Name";
import { counted } from "../../report/format";
import { hrefOf } from "../../state/route";
import { useTitle } from "../../state/title";
import * as api from "../api";
import type { Document } from "../api";
import { valuesOf } from "../components/form-values";
import { Failure, useWork } from "../components/work";
import { loadTrash, undoWords } from "../trash/trash";
import { TrashList } from "../trash/TrashList";
import { Codes } from "./Codes";
import "./registry.css";

const PAGE = "50";

const FILTERS = [
  ["title", "Title contains"],
  ["owner", "Owner"],
  ["group", "Group"],
] as const;

function Filter({ changed }: { changed: () => void }) {
  return (
    <div class="row">
      {FILTERS.map(([name, label]) => (
        <label key={name} class="grow">
          <span class="label">{label}</span>
          <input class="field" name={name} autocomplete="off" onChange={changed} />
        </label>
      ))}
      <button class="button" type="submit">
        Look up
      </button>
    </div>
  );
}

const mayRegister = (): boolean => api.offers("POST", "/api/documents");
const mayRemove = (): boolean => api.offers("DELETE", "/api/documents/{id}");

function Row({ document, remove }: { document: Document; remove: () => void }) {
  return (
    <li class="document row">
      <span class="grow">
        <Name text={document.name} />
        <Codes codes={document} />
      </span>
      {mayRemove() && (
        <button class="button bare" aria-label={`Remove ${document.name}`} onClick={remove}>
          Remove
        </button>
      )}
    </li>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) return <p class="muted">You may see no document with these values.</p>;
  if (!mayRegister()) return <p class="muted">There is none that you may see.</p>;
  return (
    <p class="muted">
      There is none that you may see. <a href={hrefOf(["register"])}>Register a text</a>, and
      searches find it.
    </p>
  );
}

export function Documents() {
  useTitle("Documents");
  const form = useRef<HTMLFormElement>(null);
  const list = useSignal<readonly Document[] | null>(null);
  const next = useSignal<number | null>(null);
  const count = useSignal(0);
  const work = useWork();

  const codes = (): Record<string, string> => (form.current ? valuesOf(form.current) : {});
  const load = async (from: number): Promise<void> => {
    const first = from === 0 ? { count: "true" } : {};
    const page = await api.documents({ ...codes(), ...first, from: `${from}`, limit: PAGE });
    count.value = page.count ?? count.value;
    list.value = from === 0 ? page.documents : [...(list.value ?? []), ...page.documents];
    next.value = page.next;
  };
  const look = (): void => void work.run(() => load(0));
  useEffect(look, []);
  const drop = async ({ id }: Document): Promise<void> => {
    await api.removeDocument(id);
    list.value = (list.value ?? []).filter((one) => one.id !== id);
    count.value -= 1;
  };
  const removeOne = async (document: Document): Promise<void> => {
    if (!confirm(`Remove “${document.name}”? No search will find it.${undoWords()}`)) return;
    await drop(document);
    await loadTrash();
  };
  const removeShown = async (): Promise<void> => {
    const shown = list.value ?? [];
    const many = counted(shown.length, "document");
    if (!confirm(`Remove ${many}? No search will find them.${undoWords()}`)) return;
    for (const document of shown) await drop(document);
    await load(0);
    await loadTrash();
  };

  const filtered = Object.keys(codes()).length > 0;
  return (
    <div class="page narrow">
      <div class="row between">
        <h1>Registered documents</h1>
        {mayRegister() && (
          <a class="button primary" href={hrefOf(["register"])}>
            Register
          </a>
        )}
      </div>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          look();
        }}
      >
        <Filter changed={look} />
      </form>
      <Failure work={work} />
      {list.value?.length === 0 && <Nothing filtered={filtered} />}
      {count.value > 0 && (
        <p class="muted" role="status">
          {counted(count.value, "document")}
        </p>
      )}
      {list.value !== null && list.value.length > 0 && (
        <ul class="documents" aria-label="Documents">
          {list.value.map((document) => (
            <Row
              key={document.id}
              document={document}
              remove={() => void work.run(() => removeOne(document))}
            />
          ))}
        </ul>
      )}
      <div class="row">
        {next.value !== null && (
          <button class="button" onClick={() => void work.run(() => load(next.value ?? 0))}>
            Show more
          </button>
        )}
        {mayRemove() && filtered && (list.value?.length ?? 0) > 1 && (
          <button class="button" onClick={() => void work.run(removeShown)}>
            Remove {counted(list.value?.length ?? 0, "document")}…
          </button>
        )}
      </div>
      <TrashList kind="documents" restored={look} />
    </div>
  );
}
