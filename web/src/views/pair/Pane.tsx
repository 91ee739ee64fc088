import { useLayoutEffect, useRef } from "preact/hooks";
import type { PassageData } from "../../report/types";
import { VisibleText } from "../../components/Name";
import { percent } from "../../report/format";
import { matchedShare } from "../../text/matched-share";
import { CHARACTER_WIDTH, GUTTER_WIDTH, type PaneModel } from "./pane-model";
import { PaneRow } from "./PaneRow";
import { hoveredPassage, selectedPassage, type Changes } from "./selection";
import type { Side } from "./side-files";

interface Props {
  side: Side;
  model: PaneModel;
  passages: readonly PassageData[];
  changes: Changes | null;
  onPick: (passage: number) => void;
  // Called with the distance that the reader scrolled.
  onScrolled: (by: number) => void;
}

const OVERSCAN_PX = 300;

function passagesAt(target: EventTarget | null): number[] {
  const mark = target instanceof Element ? target.closest<HTMLElement>("[data-passages]") : null;
  return mark?.dataset["passages"]?.split(" ").map(Number) ?? [];
}

// When passages overlap, each further click selects the next one.
function nextOf(passages: number[]): number | undefined {
  const at = passages.indexOf(selectedPassage.value ?? -1);
  return passages[(at + 1) % passages.length];
}

function FileChoice({ side, model }: { side: Side; model: PaneModel }) {
  const current = model.fileAt(model.scrollTop.value);
  if (model.files.length < 2) {
    return (
      <span class="pane-file mono">
        <VisibleText text={model.files[0]?.label ?? ""} />
      </span>
    );
  }
  return (
    <select
      class="pane-file mono"
      aria-label={`File of side ${side.toUpperCase()}`}
      value={String(current)}
      onChange={(event) => model.showFile(Number(event.currentTarget.value))}
    >
      {model.files.map((file, index) => (
        <option key={file.path} value={String(index)}>
          {file.label}
          {file.passages.length > 0 ? ` · ${percent(matchedShare(file))} in passages` : ""}
        </option>
      ))}
    </select>
  );
}

// Passes scrolling, the size and the measured heights on to the model.
function useModel(model: PaneModel) {
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    model.attach(element);
    if (!element) return;
    const observer = new ResizeObserver(() => (model.viewHeight.value = element.clientHeight));
    observer.observe(element);
    return () => {
      observer.disconnect();
      model.attach(null);
    };
  }, [model]);
  useLayoutEffect(() => {
    if (!model.wrap) return;
    const rows = scroller.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [];
    model.measured(
      Array.from(rows, (row) => ({ row: Number(row.dataset["row"]), height: row.offsetHeight })),
    );
  });
  return scroller;
}

export function Pane({ side, model, passages, changes, onPick, onScrolled }: Props) {
  const scroller = useModel(model);
  void model.layout.value;
  const top = model.scrollTop.value;
  const first = model.heights.rowAt(top - OVERSCAN_PX);
  const last = model.heights.rowAt(top + model.viewHeight.value + OVERSCAN_PX);
  const rows = [];
  for (let row = first; row <= last; row++) {
    rows.push(<PaneRow key={row} side={side} model={model} row={row} {...{ passages, changes }} />);
  }
  const width = GUTTER_WIDTH + 24 + CHARACTER_WIDTH * model.longestLine;
  return (
    <div class={`pane pane-${side}`}>
      <FileChoice side={side} model={model} />
      <div
        class={model.wrap ? "pane-text wrap" : "pane-text"}
        ref={scroller}
        tabIndex={0}
        role="region"
        aria-label={`Text of side ${side.toUpperCase()}`}
        onScroll={(event) => {
          const before = model.scrollTop.value;
          model.scrollTop.value = event.currentTarget.scrollTop;
          onScrolled(model.scrollTop.value - before);
        }}
        onClick={(event) => {
          const passage = nextOf(passagesAt(event.target));
          if (passage !== undefined) onPick(passage);
        }}
        onMouseOver={(event) => (hoveredPassage.value = passagesAt(event.target)[0] ?? null)}
        onMouseLeave={() => (hoveredPassage.value = null)}
      >
        <div
          class="pane-rows"
          style={{
            height: `${model.scrollHeight}px`,
            minWidth: model.wrap ? "100%" : `max(100%, ${width}px)`,
          }}
        >
          <div style={{ transform: `translateY(${model.heights.top(first)}px)` }}>{rows}</div>
        </div>
      </div>
    </div>
  );
}
