// Collections of documents: clusters of similar documents, and how pages changed from sweep to
// sweep.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Name } from "../../components/Name";
import { counted } from "../../report/format";
import { hrefOf, pathText, route } from "../../state/route";
import { useTitle } from "../../state/title";
import * as api from "../api";
import type { Collection } from "../api";
import { Failure, useWork } from "../components/work";
import { ClustersView } from "./ClustersView";
import { SweepsView } from "./SweepsView";
import "./collections.css";

function words({ kind, documents, clusters, sweeps }: Collection): string {
  if (kind === "sweeps") {
    const [first, last] = [sweeps?.[0], sweeps?.[sweeps.length - 1]];
    const many = counted(sweeps?.length ?? 0, "sweep");
    return first === last ? `${many}, ${first}` : `${many}, ${first} to ${last}`;
  }
  return `${counted(documents ?? 0, "document")} in ${counted(clusters ?? 0, "cluster")}`;
}

interface ChoiceProps {
  all: readonly Collection[];
  current: Collection;
}

function Choice({ all, current }: ChoiceProps) {
  return (
    <ul class="collections" aria-label="Collections">
      {all.map((one) => (
        <li key={one.name}>
          <a
            href={hrefOf(["collections", encodeURIComponent(one.name)])}
            aria-current={one === current ? "true" : undefined}
          >
            <strong>
              <Name text={one.name} />
            </strong>
            <span class="muted">{words(one)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Empty() {
  return (
    <p class="muted">
      This server shows no collection. Its administrator can add the results of a clustering or a
      sweep; the manual of whorl serve says how.
    </p>
  );
}

export function Collections() {
  useTitle("Collections");
  const all = useSignal<readonly Collection[] | null>(null);
  const work = useWork();
  useEffect(() => {
    void work.run(async () => {
      all.value = await api.collections();
    });
  }, []);
  const asked = pathText(route.value.path[1]);
  const list = all.value ?? [];
  const current = list.find(({ name }) => name === asked) ?? list[0];
  return (
    <div class="page narrow">
      <h1>Collections</h1>
      <Failure work={work} />
      {all.value?.length === 0 && <Empty />}
      {current && <Choice all={list} current={current} />}
      {current?.kind === "clusters" && (
        <ClustersView
          key={current.name}
          name={current.name}
          sweeps={list.filter(({ kind }) => kind === "sweeps")}
        />
      )}
      {current?.kind === "sweeps" && <SweepsView key={current.name} name={current.name} />}
    </div>
  );
}
