import { useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { KindMark } from "../../components/KindMark";
import { VisibleText } from "../../components/Name";
import { RareNames } from "../../components/RareNames";
import { count, counted, lineRange, percent } from "../../report/format";
import { howRare, KIND_LABELS, whyMatched } from "../../report/kind-words";
import {
  PASSAGE_KINDS,
  type IgnoredData,
  type PassageData,
  type PlaceData,
  type RareNameData,
} from "../../report/types";
import type { Unit } from "../../report/unit-words";
import { useSession } from "../../state/session";
import {
  hiddenKinds,
  hoveredPassage,
  longestFirst,
  selectedPassage,
  shownPassages,
  toggleKind,
} from "./selection";
import { otherSide, type Side } from "./side-files";
import { Substitutions } from "./Substitutions";
import type { Substitution } from "../../text/token-diff";

interface Props {
  passages: readonly PassageData[];
  left: Side;
  substitutions: readonly Substitution[];
  // The name of a file; empty if one file on each side contains all passages.
  fileOf: (place: PlaceData, side: Side) => string;
  // What a passage's length counts.
  unitOf: (passage: PassageData) => Unit;
  onPick: (passage: number) => void;
  // The text of a passage, to ignore it; undefined if the report has no texts.
  ignoredOf: (passage: PassageData) => IgnoredData | undefined;
}

interface ListProps extends Props {
  names: readonly RareNameData[];
  // True if base code is visible, so that its style needs an explanation.
  hasBase: boolean;
}

function BaseKey() {
  return (
    <p class="base-key">
      <span class="base-code mono">Base code</span>
      <span class="muted"> was given to all and is not counted.</span>
    </p>
  );
}

function KindToggles({ passages }: { passages: readonly PassageData[] }) {
  return (
    <div class="kind-toggles" role="group" aria-label="Kinds of passages shown">
      {PASSAGE_KINDS.map((kind) => (
        <button
          key={kind}
          class="kind-toggle"
          aria-pressed={!hiddenKinds.value.has(kind)}
          title={`Show or hide ${kind} passages`}
          onClick={() => toggleKind(kind)}
        >
          <KindMark kind={kind} />
          {KIND_LABELS[kind]}
          <span class="muted">{passages.filter((p) => p.kind === kind).length}</span>
        </button>
      ))}
    </div>
  );
}

function lines(place: PlaceData): string {
  return lineRange(place.first_line, place.last_line);
}

// Leaves the passage out of the next run, as given code.
function Ignore({ passage }: { passage: IgnoredData }) {
  const { reviews } = useSession();
  const ignored = reviews.ignored.some(({ text }) => text === passage.text);
  return (
    <p class="passage-ignore">
      <button
        class="button"
        aria-pressed={ignored}
        onClick={() => (ignored ? reviews.countAgain(passage.text) : reviews.ignore(passage))}
      >
        Ignore this passage
      </button>
      {ignored && (
        <span class="muted">
          It counts as given code in the next comparison that uses your saved verdicts.
        </span>
      )}
    </p>
  );
}

interface WhyProps {
  passage: PassageData;
  unit: Unit;
  substitutions: Props["substitutions"];
  ignorable: IgnoredData | undefined;
}

function Why({ passage, unit, substitutions, ignorable }: WhyProps) {
  const { submissions } = useSession().report;
  return (
    <div class="passage-why">
      <p>{whyMatched(passage, unit)}</p>
      <p>{howRare(passage.shared_by, submissions.length)}</p>
      <Substitutions list={substitutions} />
      {ignorable && <Ignore passage={ignorable} />}
    </div>
  );
}

interface ItemProps extends Omit<Props, "passages" | "fileOf"> {
  file: string;
  passage: PassageData;
  index: number;
}

function Item(props: ItemProps) {
  const { file, passage, index, left, substitutions, unitOf, onPick, ignoredOf } = props;
  const selected = useComputed(() => index === selectedPassage.value).value;
  const hovered = useComputed(() => index === hoveredPassage.value).value;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) item.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const { submissions } = useSession().report;
  const rare = `in ${passage.shared_by} of ${count(submissions.length)}`;
  return (
    <li
      ref={item}
      class={selected ? "selected" : hovered ? "hovered" : ""}
      onMouseEnter={() => (hoveredPassage.value = index)}
      onMouseLeave={() => (hoveredPassage.value = null)}
    >
      <button class="passage-item" aria-pressed={selected} onClick={() => onPick(index)}>
        <span class="passage-number">{index + 1}</span>
        <span class="passage-lines">
          {lines(passage[left])} <span class="muted">↔</span> {lines(passage[otherSide(left)])}
        </span>
        <KindMark kind={passage.kind} />
        {file !== "" && (
          <span class="passage-file mono">
            <VisibleText text={file} />
          </span>
        )}
        <span class="passage-facts muted">
          {counted(passage.symbols, unitOf(passage))}
          {passage.identity < 1 && `, ${percent(passage.identity)}`} · {rare}
        </span>
      </button>
      {selected && (
        <Why
          passage={passage}
          unit={unitOf(passage)}
          substitutions={substitutions}
          ignorable={ignoredOf(passage)}
        />
      )}
    </li>
  );
}

// Both names if they differ.
function filesOf(passage: PassageData, left: Side, fileOf: Props["fileOf"]): string {
  const right = otherSide(left);
  const [one, other] = [fileOf(passage[left], left), fileOf(passage[right], right)];
  return one === other ? one : `${one} ↔ ${other}`;
}

export function PassageList({ passages, names, fileOf, hasBase, ...rest }: ListProps) {
  const shown = shownPassages(passages);
  return (
    <aside class="passage-list" aria-label="Passages">
      <header>
        <h2>
          {counted(passages.length, "passage")}
          {shown.length < passages.length && (
            <span class="muted">, {count(shown.length)} shown</span>
          )}
        </h2>
        <button
          class="passage-order"
          title="Order of this list and of the keys n and p"
          onClick={() => (longestFirst.value = !longestFirst.value)}
        >
          {longestFirst.value ? "longest first" : "in text order"}
        </button>
      </header>
      <KindToggles passages={passages} />
      {hasBase && <BaseKey />}
      <RareNames names={names} />
      <ol>
        {shown.map((index) => (
          <Item
            key={index}
            passage={passages[index]!}
            index={index}
            file={filesOf(passages[index]!, rest.left, fileOf)}
            {...rest}
          />
        ))}
      </ol>
    </aside>
  );
}
