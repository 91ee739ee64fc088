// What was erased, below the list that it was erased from, with a button for each that restores it.
import { useEffect } from "preact/hooks";
import { Name } from "../../components/Name";
import { counted } from "../../report/format";
import * as api from "../api";
import { nameOf } from "../compare/jobs";
import { timeWords } from "../components/time-words";
import { Failure, useWork } from "../components/work";
import { loadTrash, trash } from "./trash";

interface Erased {
  id: string;
  name: string;
  until: string;
  restore: () => Promise<unknown>;
}

function erased(kind: keyof api.Trash): Erased[] {
  if (kind === "reports") {
    return trash.value.reports.map((job) => ({
      ...{ id: job.id, until: job.until, name: nameOf(job) },
      restore: () => api.restoreJob(job.id),
    }));
  }
  return trash.value.documents.map(({ id, until, name }) => ({
    ...{ id, until, name },
    restore: () => api.restoreDocument(id),
  }));
}

export function TrashList(props: { kind: keyof api.Trash; restored: () => void }) {
  const work = useWork();
  useEffect(() => void work.run(loadTrash), []);
  const all = erased(props.kind);
  const restore = async (one: Erased): Promise<void> => {
    await one.restore();
    await loadTrash();
    props.restored();
  };
  const empty = async (): Promise<void> => {
    const { reports, documents } = trash.value;
    const many = `${counted(reports.length, "report")} and ${counted(documents.length, "document")}`;
    if (!confirm(`Erase ${many} for good? They cannot be restored.`)) return;
    await api.emptyTrash();
    await loadTrash();
  };
  if (all.length === 0) return <Failure work={work} />;
  return (
    <section aria-labelledby="trash">
      <h2 id="trash">Trash</h2>
      <Failure work={work} />
      <ul class="jobs" aria-label="Trash">
        {all.map((one, at) => (
          <li key={`${one.id} ${at}`} class="job">
            <div class="row">
              <span class="grow">
                <Name text={one.name} />
                <span class="muted when">until {timeWords(one.until)}</span>
              </span>
              <button
                class="button bare"
                aria-label={`Restore ${one.name}`}
                onClick={() => void work.run(() => restore(one))}
              >
                Restore
              </button>
            </div>
          </li>
        ))}
      </ul>
      {api.offers("DELETE", "/api/trash") && (
        <button class="button" onClick={() => void work.run(empty)}>
          Empty the trash…
        </button>
      )}
    </section>
  );
}
