// What is registered: a text is added, listed, taken out.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { address, ask, type Document } from "./api";
import { Failure, useWork } from "./work";

interface Page {
  documents: Document[];
  next: number | null;
}

const CODES = [
  { name: "owner", label: "Owner" },
  { name: "group", label: "Group" },
];

function AddForm({ add }: { add: (form: HTMLFormElement) => Promise<void> }) {
  const submit = (event: Event): void => {
    event.preventDefault();
    void add(event.currentTarget as HTMLFormElement);
  };
  return (
    <details>
      <summary>Register a text</summary>
      <form onSubmit={submit}>
        <div class="fields">
          <label>
            <span class="label">File of text</span>
            <input type="file" name="file" required />
          </label>
          {CODES.map(({ name, label }) => (
            <label key={name}>
              <span class="label">{label}</span>
              <input class="field" name={name} />
            </label>
          ))}
        </div>
        <button class="button primary" type="submit">
          Register
        </button>
      </form>
    </details>
  );
}

export function Documents() {
  const list = useSignal<Document[]>([]);
  const next = useSignal<number | null>(null);
  const work = useWork();

  const load = async (from: number): Promise<void> => {
    const page = await ask<Page>(
      "GET",
      address("/api/documents", { from: `${from}`, limit: "50" }),
    );
    list.value = from === 0 ? page.documents : [...list.value, ...page.documents];
    next.value = page.next;
  };
  useEffect(() => void work.run(() => load(0)), []);

  const add = (form: HTMLFormElement): Promise<void> =>
    work.run(async () => {
      const data = new FormData(form);
      const file = data.get("file") as File;
      const [owner, group] = ["owner", "group"].map((name) => String(data.get(name) ?? ""));
      const query = { name: file.name, owner: owner ?? "", group: group ?? "" };
      await ask("POST", address("/api/documents", query), file);
      form.reset();
      await load(0);
    });
  const remove = (document: Document) => (): void => {
    void work.run(async () => {
      await ask("DELETE", `/api/documents/${document.id}`);
      list.value = list.value.filter(({ id }) => id !== document.id);
    });
  };

  return (
    <section class="card" aria-labelledby="documents">
      <h2 id="documents">Registered documents</h2>
      <AddForm add={add} />
      <Failure work={work} />
      <ul class="documents" aria-label="Documents">
        {list.value.map((document) => (
          <li key={document.id} class="row">
            <span class="grow">
              {document.name}{" "}
              <span class="muted">
                {[document.owner, document.group, document.date].filter(Boolean).join(" · ")}
              </span>
            </span>
            <button
              class="button bare"
              aria-label={`Remove ${document.name}`}
              onClick={remove(document)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      {list.value.length === 0 && <p class="muted">None that you may see.</p>}
      {next.value !== null && (
        <button class="button" onClick={() => void work.run(() => load(next.value ?? 0))}>
          Show more
        </button>
      )}
    </section>
  );
}
