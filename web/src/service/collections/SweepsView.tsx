// A collection of sweeps: the history of a page, and where its content is now.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Name } from "../../components/Name";
import { count, counted, percent } from "../../report/format";
import { hrefOf, replaceAddress, route } from "../../state/route";
import * as api from "../api";
import type { Life, Moved } from "../api";
import { ExternalLink } from "../components/ExternalLink";
import { Failure, useWork } from "../components/work";

type Version = Life["versions"][number];

function span({ first_seen, last_seen }: { first_seen: string; last_seen: string }): string {
  return first_seen === last_seen ? first_seen : `${first_seen} to ${last_seen}`;
}

// The index of the version that each sweep found; -1 if it found none.
function versionsAt({ sweeps, versions }: Life): number[] {
  return sweeps.map((date) =>
    versions.findIndex(({ first_seen, last_seen }) => first_seen <= date && date <= last_seen),
  );
}

// One cell per sweep. The shade changes when the content changes, and a gap is a sweep without the
// page.
function Timeline({ life }: { life: Life }) {
  const cells = versionsAt(life);
  const found = cells.filter((version) => version >= 0).length;
  return (
    <div
      class="timeline"
      role="img"
      aria-label={`Found in ${found} of ${counted(cells.length, "sweep")}`}
    >
      {cells.map((version, at) => (
        <span
          key={at}
          class={version < 0 ? "cell" : version % 2 === 0 ? "cell even" : "cell odd"}
          title={`${life.sweeps[at]}: ${version < 0 ? "not there" : `version ${version + 1}`}`}
        />
      ))}
    </div>
  );
}

function changeWords({ resemblance, low, high }: Version, at: number): string {
  if (at === 0) return "";
  return `${percent(resemblance)} like the version before (${percent(low)} to ${percent(high)})`;
}

function LifePart({ life }: { life: Life }) {
  const { versions, sweeps, living } = life;
  return (
    <section>
      <h2>{living ? "Still there" : "No longer exists"}</h2>
      <Timeline life={life} />
      <p class="timeline-ends muted">
        <span>{sweeps[0]}</span>
        <span>{sweeps[sweeps.length - 1]}</span>
      </p>
      <ol class="compared" aria-label="Versions">
        {versions.map((version, at) => (
          <li key={version.first_seen} class="version">
            <strong>{span(version)}</strong>{" "}
            <span class="muted">
              {[`${count(version.bytes)} bytes`, changeWords(version, at)]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function MovedPart({ moved: { places, content_of, cut }, name }: { moved: Moved; name: string }) {
  return (
    <section>
      <h2>Where its content is now</h2>
      {places.length === 0 ? (
        <p class="muted">No other page has this content.</p>
      ) : (
        <>
          <p class="muted">Other pages with its content of {content_of}, existing ones first.</p>
          <ol class="compared" aria-label="Places">
            {places.map((place) => (
              <li key={place.url} class="compared-one">
                <span class="numeric resemblance">{percent(place.resemblance)}</span>
                <span>
                  <a href={hrefOf(["collections", encodeURIComponent(name)], { url: place.url })}>
                    <Name text={place.url} />
                  </a>
                  <span class="facts muted">
                    {place.living ? "lives" : "gone"} · {span(place)} ·{" "}
                    <ExternalLink url={place.url} words="Open" />
                  </span>
                </span>
              </li>
            ))}
          </ol>
          {cut && (
            <p class="muted">
              Its cluster is larger than the part that was searched: there may be more.
            </p>
          )}
        </>
      )}
    </section>
  );
}

export function SweepsView({ name }: { name: string }) {
  const life = useSignal<Life | null>(null);
  const moved = useSignal<Moved | null>(null);
  const work = useWork();
  const url = route.value.query.get("url") ?? "";
  const look = (): void => {
    life.value = moved.value = null;
    if (url === "") return;
    void work.run(async () => {
      [life.value, moved.value] = await Promise.all([api.life(name, url), api.moved(name, url)]);
    });
  };
  useEffect(look, [url]);
  const submit = (event: Event): void => {
    event.preventDefault();
    const asked = String(
      new FormData(event.currentTarget as HTMLFormElement).get("url") ?? "",
    ).trim();
    if (asked === url) look();
    else replaceAddress(hrefOf(["collections", encodeURIComponent(name)], { url: asked }));
  };
  return (
    <>
      <form class="row" onSubmit={submit}>
        <label class="grow">
          <span class="label">URL of a page</span>
          <input class="field" name="url" required defaultValue={url} key={url} />
        </label>
        <button class="button primary" type="submit" disabled={work.busy.value}>
          Look up
        </button>
      </form>
      <Failure work={work} />
      <div role="status" class="stack wide">
        {life.value && <LifePart life={life.value} />}
        {moved.value && <MovedPart moved={moved.value} name={name} />}
      </div>
    </>
  );
}
