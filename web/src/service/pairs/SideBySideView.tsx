import { useEffect, useRef, useState } from "preact/hooks";
import { Segmented } from "../../components/Segmented";
import { counted } from "../../report/format";
import { alignPassage } from "../../views/pair/align-passage";
import { selectedPassage } from "../../views/pair/selection";
import { sideInSight, single } from "../../views/pair/space";
import { Texts } from "../../views/pair/Texts";
import { usePaneModels } from "../../views/pair/use-pane-models";
import { useWrap } from "../../views/pair/use-wrap";
import "../../components/kind-mark.css";
import "../../views/pair/pair.css";
import "../../views/pair/compact.css";
import type { PairwisePair } from "../api";
import { Failure, useWork } from "../components/work";
import type { Input } from "../input/dropped";
import { sideBySide, type SideBySide } from "./side-by-side";

const SIDES = [
  { value: "a", label: "A" },
  { value: "b", label: "B" },
] as const;

function Shown({ files, passages }: SideBySide) {
  const root = useRef<HTMLDivElement>(null);
  const [wrap] = useWrap(files);
  const models = usePaneModels(root, files, wrap, false);
  const pick = (passage: number, from: "a" | "b" | null): void => {
    selectedPassage.value = passage;
    alignPassage(models, passage, from);
  };
  useEffect(() => {
    if (passages.length > 0) pick(0, null);
    else selectedPassage.value = null;
  }, [models]);
  const step = (by: number): void => {
    const at = selectedPassage.value ?? 0;
    pick((at + by + passages.length) % passages.length, null);
  };
  return (
    <div ref={root} class="side-by-side">
      <div class="row between">
        <p class="muted">
          {passages.length === 0
            ? "No run of 45 letters is common to both."
            : `${counted(passages.length, "common run")} of 45 letters and more.`}
        </p>
        {single.value && (
          <Segmented
            name="side"
            label="Visible text"
            choices={SIDES}
            value={sideInSight.value}
            onChange={(side) => (sideInSight.value = side)}
          />
        )}
        {passages.length > 1 && (
          <span class="steps">
            <button class="button" onClick={() => step(-1)}>
              Previous
            </button>
            <button class="button" onClick={() => step(1)}>
              Next
            </button>
          </span>
        )}
      </div>
      <Texts models={models} left="a" passages={passages} changes={null} onPick={pick} />
    </div>
  );
}

// Both texts of a pair, read from the dropped files.
export function SideBySideView({ input, pair }: { input: Input; pair: PairwisePair }) {
  const [loaded, setLoaded] = useState<{ pair: PairwisePair; texts: SideBySide } | null>(null);
  const work = useWork();
  useEffect(() => {
    void work.run(async () => {
      setLoaded({ pair, texts: await sideBySide(input, pair.a, pair.b) });
    });
  }, [input, pair]);
  return (
    <section aria-label="Side by side">
      <Failure work={work} />
      {loaded?.pair === pair && <Shown key={`${pair.a}\0${pair.b}`} {...loaded.texts} />}
    </section>
  );
}
