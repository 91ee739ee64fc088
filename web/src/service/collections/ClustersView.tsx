// A collection of clusters: searched by URL or id, by a text, or for the result list of a search
// engine.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Name } from "../../components/Name";
import { Segmented } from "../../components/Segmented";
import { counted } from "../../report/format";
import { hrefOf, replaceAddress, route } from "../../state/route";
import * as api from "../api";
import type { Cluster, Collection, Compared, Group } from "../api";
import { Failure, useWork } from "../components/work";
import { ComparedList } from "./ComparedList";

interface Props {
  name: string;
  sweeps: readonly Collection[];
}

type Way = "document" | "text" | "list";

const WAYS: readonly { value: Way; label: string }[] = [
  { value: "document", label: "URL or id" },
  { value: "text", label: "Text" },
  { value: "list", label: "Ranked list" },
];

interface Found {
  clusters: Cluster[];
  similar: Compared[];
}

function ClusterPart({ cluster, ...shared }: Props & { cluster: Cluster }) {
  const { survivor, size, members } = cluster;
  if (cluster.cluster === null) return <p>No document of the collection is similar to it.</p>;
  return (
    <section>
      <h2>
        Cluster {cluster.cluster}, {counted(size, "document")}
      </h2>
      <p>
        <span class="muted">Kept document of all of them:</span>{" "}
        <a href={hrefOf(["collections", encodeURIComponent(shared.name)], { document: survivor })}>
          <Name text={survivor} />
        </a>
      </p>
      <ComparedList
        {...shared}
        documents={members.filter(({ id }) => id !== survivor)}
        label="Other members"
      />
      {members.length < size && (
        <p class="muted">The first {counted(members.length, "document")} are shown.</p>
      )}
    </section>
  );
}

function FoundPart({ found, ...shared }: Props & { found: Found }) {
  const own = new Set(
    found.clusters.flatMap(({ survivor, members }) => [survivor, ...members.map(({ id }) => id)]),
  );
  const others = found.similar.filter(({ id }) => !own.has(id));
  return (
    <>
      {found.clusters.map((cluster) => (
        <ClusterPart key={cluster.cluster} cluster={cluster} {...shared} />
      ))}
      <section>
        <h2>Alternatives outside of its cluster</h2>
        {others.length === 0 ? (
          <p class="muted">No other document shares text with it.</p>
        ) : (
          <ComparedList {...shared} documents={others} label="Alternatives" />
        )}
      </section>
    </>
  );
}

function Groups({ groups }: { groups: readonly Group[] }) {
  return (
    <section>
      <h2>{counted(groups.length, "group")}; each is of one cluster, the best rank first</h2>
      <ol class="groups">
        {groups.map(({ names }) => (
          <li key={names[0]?.rank}>
            {names.map(({ name, rank, known }) => (
              <span key={rank} class="ranked">
                <span class="numeric muted">{rank}</span> <Name text={name} />
                {!known && <span class="muted"> not in this collection</span>}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Asked({ way }: { way: Way }) {
  if (way === "document") {
    const document = route.value.query.get("document") ?? "";
    return (
      <label class="grow">
        <span class="label">URL or id of a document</span>
        <input class="field" name="document" required defaultValue={document} key={document} />
      </label>
    );
  }
  return (
    <label class="grow">
      <span class="label">{way === "text" ? "Text" : "Ids or URLs in the order of rank"}</span>
      <textarea class="text" name={way} rows={6} required />
    </label>
  );
}

export function ClustersView({ name, sweeps }: Props) {
  const way = useSignal<Way>("document");
  const found = useSignal<Found | null>(null);
  const similar = useSignal<Compared[] | null>(null);
  const groups = useSignal<Group[] | null>(null);
  const work = useWork();
  const clear = (): void => {
    found.value = similar.value = groups.value = null;
  };
  const document = route.value.query.get("document") ?? "";
  const look = async (asked: string): Promise<void> => {
    const [clusters, alike] = await Promise.all([
      api.clustersOf(name, asked),
      api.similarTo(name, asked),
    ]);
    found.value = { clusters, similar: alike };
  };
  const ask: Record<Way, (value: string) => Promise<void>> = {
    // When the address changes, the code below looks it up.
    document: async (value) => {
      if (value === document) await look(value);
      else replaceAddress(hrefOf(["collections", encodeURIComponent(name)], { document: value }));
    },
    text: async (value) => {
      similar.value = await api.similar(name, new Blob([value]));
    },
    list: async (value) => {
      groups.value = await api.group(name, value);
    },
  };
  useEffect(() => {
    clear();
    if (document !== "") void work.run(() => look(document));
  }, [document]);
  const submit = (event: Event): void => {
    event.preventDefault();
    const value = new FormData(event.currentTarget as HTMLFormElement).get(way.value);
    clear();
    void work.run(() => ask[way.value](String(value ?? "").trim()));
  };
  const shared = { name, sweeps };
  return (
    <>
      <form class="stack" onSubmit={submit}>
        <Segmented
          name="way"
          label="Text or document to look up"
          choices={WAYS}
          value={way.value}
          onChange={(value) => {
            clear();
            way.value = value;
          }}
        />
        <div class="row">
          <Asked way={way.value} />
          <button class="button primary" type="submit" disabled={work.busy.value}>
            Look up
          </button>
        </div>
      </form>
      <Failure work={work} />
      <div role="status" class="stack wide">
        {found.value && <FoundPart found={found.value} {...shared} />}
        {similar.value?.length === 0 && <p>No document of this collection shares text with it.</p>}
        {similar.value && similar.value.length > 0 && (
          <ComparedList {...shared} documents={similar.value} label="Similar documents" />
        )}
        {groups.value && <Groups groups={groups.value} />}
      </div>
    </>
  );
}
