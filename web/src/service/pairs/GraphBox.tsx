import { useSignal, type Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { ShareSlider } from "../../components/ShareSlider";
import {
  DEFAULT_B,
  DEFAULT_DOCUMENTS,
  similarityGraph,
  type SimilarPair,
} from "../../graph/similarity-graph";
import { Field } from "../components/Field";
import { PairGraph } from "./PairGraph";
import "./pairs.css";

function NumberField(props: {
  label: string;
  value: number;
  min: number;
  max: number;
  explained: string;
  change: (value: number) => void;
}) {
  const { label, value, min, max, explained, change } = props;
  return (
    <Field label={label} explained={explained}>
      {(described) => (
        <input
          class="field"
          type="number"
          {...{ value, min, max }}
          aria-describedby={described}
          onChange={({ currentTarget }) => {
            const asked = Number(currentTarget.value);
            if (asked >= min && asked <= max) change(asked);
          }}
        />
      )}
    </Field>
  );
}

interface Props<Pair extends SimilarPair> {
  pairs: readonly Pair[];
  threshold: Signal<number>;
  picked: Pair | null;
  pick: (pair: Pair) => void;
}

// A graph of the most similar documents, whose distances show how similar they are, and its
// controls.
export function GraphBox<Pair extends SimilarPair>({
  pairs,
  threshold,
  picked,
  pick,
}: Props<Pair>) {
  const b = useSignal(DEFAULT_B);
  const documents = useSignal(DEFAULT_DOCUMENTS);
  const graph = useMemo(
    () =>
      similarityGraph(pairs, {
        b: b.value,
        documents: documents.value,
        threshold: threshold.value,
      }),
    [pairs, b.value, documents.value, threshold.value],
  );
  return (
    <>
      <div class="graph-controls">
        <ShareSlider
          label="Minimum similarity"
          value={threshold.value}
          onInput={(value) => (threshold.value = value)}
        />
        <NumberField
          label="Documents shown"
          explained="The most similar."
          value={documents.value}
          min={2}
          max={60}
          change={(value) => (documents.value = value)}
        />
        <NumberField
          label="Length of the lines"
          explained="In pixels, for documents that are 37 % similar; the more similar, the shorter."
          value={b.value}
          min={10}
          max={1000}
          change={(value) => (b.value = value)}
        />
      </div>
      {graph.names.length > 0 ? (
        <div class="graph-box">
          <PairGraph graph={graph} picked={picked} pick={pick} />
        </div>
      ) : (
        <p class="muted">No pair is that similar. Lower the minimum similarity.</p>
      )}
    </>
  );
}
