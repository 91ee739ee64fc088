// The pairwise test of SE: shows which of the dropped documents share text, as a graph and as a
// table.
import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { count, counted } from "../../report/format";
import { useTitle } from "../../state/title";
import * as api from "../api";
import type { Pairwise, PairwisePair } from "../api";
import { TaskState, useTask } from "../components/task";
import { DropZone } from "../input/DropZone";
import type { Input } from "../input/dropped";
import { packed } from "../input/packed";
import { GraphBox } from "./GraphBox";
import { PairTable } from "./PairTable";
import { SideBySideView } from "./SideBySideView";

interface Tested {
  input: Input;
  test: Pairwise;
}

const LISTED = "1000"; // pairs to request from the server
const SHOWN = 100; // rows of the table

function Skipped({ test }: { test: Pairwise }) {
  if (test.skipped.length === 0) return null;
  return (
    <details class="notice">
      <summary>{counted(test.skipped.length, "file was", "files were")} not read</summary>
      <ul>
        {test.skipped.map(({ path, reason }) => (
          <li key={path}>
            {path}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Result({ tested: { input, test } }: { tested: Tested }) {
  const threshold = useSignal(0);
  const picked = useSignal<PairwisePair | null>(null);
  const texts = useRef<HTMLDivElement>(null);
  const pairs = useMemo(
    () => test.pairs.filter(({ symmetric }) => symmetric >= threshold.value),
    [test, threshold.value],
  );
  const pick = (pair: PairwisePair): void => {
    picked.value = pair;
    requestAnimationFrame(() => texts.current?.scrollIntoView({ block: "nearest" }));
  };
  if (test.sharing === 0) {
    return <p role="status">None of the {count(test.documents.length)} documents share text.</p>;
  }
  return (
    <>
      <p role="status">
        <strong>{counted(test.sharing, "pair")}</strong> of{" "}
        {counted(test.documents.length, "document")} share text.
      </p>
      <Skipped test={test} />
      <GraphBox pairs={test.pairs} threshold={threshold} picked={picked.value} pick={pick} />
      <div ref={texts}>{picked.value && <SideBySideView input={input} pair={picked.value} />}</div>
      {pairs.length > 0 && (
        <PairTable pairs={pairs.slice(0, SHOWN)} picked={picked.value} pick={pick} />
      )}
      {pairs.length > SHOWN && <p class="muted">The best {SHOWN} are listed.</p>}
    </>
  );
}

export function Pairs() {
  useTitle("Pairs");
  const tested = useSignal<Tested | null>(null);
  const task = useTask();
  const test = (input: Input): Promise<void> => {
    tested.value = null;
    return task.run(
      (sending) => api.testPairs(packed(input), { top: LISTED }, sending),
      async (job) => {
        tested.value = { input, test: await api.pairs(job) };
      },
    );
  };
  return (
    <div class="page">
      <h1>Compare texts with each other</h1>
      <p class="lead muted">
        Finds documents that share text, by the fingerprints of SE. The server erases the documents
        after its answer.
      </p>
      <DropZone
        title="Drop a folder or an archive of texts here"
        label="Texts"
        take={(input) => void task.work.run(async () => test(await input))}
      >
        Each file is a document. Texts of a folder, a zip or a tar archive can be seen side by side.
      </DropZone>
      <TaskState task={task} />
      {tested.value && <Result tested={tested.value} />}
    </div>
  );
}
