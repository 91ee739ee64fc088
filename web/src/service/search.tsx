// What is known of a text.
import { useSignal } from "@preact/signals";
import { percent } from "../report/format";
import { ask, type Answer, type Hit } from "./api";
import { Failure, useWork } from "./work";

function linesOf(hit: Hit): string {
  const shown = hit.ranges.slice(0, 8).map(({ lines: [first, last] }) => {
    return first === last ? `${first}` : `${first}–${last}`;
  });
  return shown.join(", ") + (hit.ranges.length > shown.length ? ", …" : "");
}

function HitRow({ hit }: { hit: Hit }) {
  const codes = [hit.owner, hit.group, hit.date, hit.contact].filter((code) => code !== "");
  return (
    <li class="hit">
      <strong>{hit.name}</strong> <span class="muted">{codes.join(" · ")}</span>
      <p>
        {percent(hit.contained.value)} of this text is there, {percent(hit.contains.value)} of that
        document is here.
        {hit.ranges.length > 0 && <span class="muted"> Lines {linesOf(hit)}</span>}
      </p>
    </li>
  );
}

function Known({ answer }: { answer: Answer }) {
  if (answer.too_short) return <p>The text is too short to be looked up.</p>;
  if (answer.hits.length === 0) return <p>Nothing of it is known.</p>;
  return (
    <>
      <p>
        {percent(answer.global.value)} ({percent(answer.global.low)} to{" "}
        {percent(answer.global.high)}) of the text is known.
      </p>
      <ol class="hits">
        {answer.hits.map((hit) => (
          <HitRow key={hit.id} hit={hit} />
        ))}
      </ol>
    </>
  );
}

export function Search() {
  const answer = useSignal<Answer | null>(null);
  const work = useWork();
  const submit = (event: Event): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get("text") ?? "");
    void work.run(async () => {
      answer.value = await ask<Answer>("POST", "/api/search", new Blob([text]));
    });
  };
  return (
    <section class="card" aria-labelledby="search">
      <h2 id="search">Is a text known?</h2>
      <form onSubmit={submit}>
        <textarea
          class="text"
          name="text"
          aria-label="Text"
          rows={6}
          required
          placeholder="Paste a text"
        />
        <button class="button primary" type="submit" disabled={work.busy.value}>
          Search
        </button>
      </form>
      <Failure work={work} />
      <div role="status">{answer.value && <Known answer={answer.value} />}</div>
    </section>
  );
}
