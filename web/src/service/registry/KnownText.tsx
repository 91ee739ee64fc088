// Shows the text that was searched, with its known parts marked. It is read from the reader's disk.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import "../../components/kind-mark.css";
import type { PassageData, PlaceData } from "../../report/types";
import { LineText } from "../../text/line-text";
import type { SideFile } from "../../text/rows";
import { Pane } from "../../views/pair/Pane";
import "../../views/pair/pair.css";
import { PaneModel } from "../../views/pair/pane-model";
import { selectedPassage } from "../../views/pair/selection";
import type { Answer, KnownRange } from "../api";
import { Field } from "../components/Field";
import { MOST_SHOWN } from "../input/contents";

const PANE_PX = 700; // an estimate; rows are measured when they are laid out

// Null if the server did not read these bytes as they are, because they are a document or have
// another encoding.
async function plainText(text: Blob | null): Promise<LineText | null> {
  if (!text || text.size > MOST_SHOWN) return null;
  const bytes = new Uint8Array(await text.arrayBuffer());
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
  return bytes.includes(0) ? null : new LineText(bytes);
}

function passageOf({ bytes: [begin, end], lines: [first, last] }: KnownRange): PassageData {
  const place: PlaceData = { file: "", begin, end, first_line: first, last_line: last };
  return { a: place, b: place, symbols: 0, kind: "verbatim", identity: 1, shared_by: 2 };
}

function sideFile(label: string, text: LineText, ranges: readonly KnownRange[]): SideFile {
  const passages = ranges.map(({ bytes: [begin, end] }, passage) => ({ passage, begin, end }));
  return { path: label, label, frontEnd: "text", text, base: [], passages };
}

interface Props {
  name: string;
  text: () => Promise<Blob | null>;
  answer: Answer;
}

interface MarkedProps {
  name: string;
  text: LineText;
  ranges: readonly KnownRange[];
}

function Marked({ name, text, ranges }: MarkedProps) {
  const model = useMemo(
    () => new PaneModel([sideFile(name, text, ranges)], true, PANE_PX),
    [name, text, ranges],
  );
  const passages = useMemo(() => ranges.map(passageOf), [ranges]);
  const at = useRef(-1);
  useEffect(() => {
    selectedPassage.value = null;
    at.current = -1;
  }, [model]);
  const next = (): void => {
    at.current = (at.current + 1) % passages.length;
    selectedPassage.value = at.current;
    model.showPassage(at.current, 64);
  };
  return (
    <>
      {passages.length > 1 && (
        <button type="button" class="button" onClick={next}>
          Next place
        </button>
      )}
      <div class="known-text">
        <Pane
          side="a"
          model={model}
          passages={passages}
          changes={null}
          onPick={(passage) => (selectedPassage.value = passage)}
          onScrolled={() => {}}
        />
      </div>
    </>
  );
}

export function KnownText({ name, text, answer }: Props) {
  const [plain, setPlain] = useState<LineText | null>(null);
  const hit = useSignal("");
  useEffect(() => {
    let stale = false;
    void text()
      .then(plainText)
      .then((read) => {
        if (!stale) setPlain(read);
      });
    return () => {
      stale = true;
    };
  }, [answer]);
  const ranges = answer.hits.find(({ id }) => id === hit.value)?.ranges ?? answer.ranges;
  if (!plain || answer.ranges.length === 0) return null;
  return (
    <div class="known stack">
      <Field label="Marked: parts that are also in">
        {() => (
          <select
            class="field"
            value={hit.value}
            onChange={(event) => (hit.value = event.currentTarget.value)}
          >
            <option value="">any document</option>
            {answer.hits.map(({ id, name: title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Marked name={name} text={plain} ranges={ranges} />
    </div>
  );
}
