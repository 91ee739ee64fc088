import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Name } from "../../components/Name";
import type { SimilarPair } from "../../graph/similarity-graph";
import { counted } from "../../report/format";
import type { Answer } from "../api";
import { GraphBox } from "../pairs/GraphBox";
import { Known, shareWords } from "./Known";
import { KnownText } from "./KnownText";

export interface Verified {
  name: string;
  answer: Answer | null; // null: it was not looked up
  note: string; // the reason, or how it was read
  text: () => Promise<Blob | null>; // null: it cannot be shown
}

export function KnownOf({ name, answer, text }: Verified) {
  if (!answer) return null;
  return (
    <>
      <Known answer={answer} />
      <KnownText name={name} text={text} answer={answer} />
    </>
  );
}

// Opened by its summary, and when an edge of the graph is picked.
function One({ one, opened }: { one: Verified; opened: Signal<string> }) {
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (opened.value !== one.name) return;
    setOpen(true);
    element.current?.scrollIntoView({ block: "nearest" });
  }, [opened.value]);
  return (
    <details
      ref={element}
      class="verified"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Name text={one.name} />{" "}
        <span class="muted">{one.answer ? shareWords(one.answer) : "not looked up"}</span>
      </summary>
      {one.note && <p class="failure">{one.note}</p>}
      {open && <KnownOf {...one} />}
    </details>
  );
}

function known({ answer }: Verified): number {
  return answer?.hits.length ? answer.global.value : -1;
}

// Texts that were not looked up come first, then the rest, the best known first.
function inOrder(list: readonly Verified[]): Verified[] {
  const missed = ({ answer }: Verified): number => Number(answer === null);
  return [...list].sort((x, y) => missed(y) - missed(x) || known(y) - known(x));
}

interface KnownPair extends SimilarPair {
  text: string; // of those that were verified
}

// Texts and the registered documents that they share fingerprints with.
function pairsOf(list: readonly Verified[]): KnownPair[] {
  return list.flatMap(({ name, answer }) =>
    (answer?.hits ?? []).map((hit) => ({
      text: name,
      a: name,
      b: `${[hit.owner, hit.group, hit.name].filter(Boolean).join("/")} (registered)`,
      symmetric: hit.symmetric,
    })),
  );
}

function Graph({ list, pick }: { list: readonly Verified[]; pick: (text: string) => void }) {
  const threshold = useSignal(0);
  const pairs = useMemo(() => pairsOf(list), [list]);
  if (pairs.length === 0) return null;
  return (
    <GraphBox pairs={pairs} threshold={threshold} picked={null} pick={({ text }) => pick(text)} />
  );
}

export function VerifiedList({ list }: { list: readonly Verified[] }) {
  const opened = useSignal(list.length === 1 ? (list[0]?.name ?? "") : "");
  const some = list.filter((one) => known(one) >= 0).length;
  return (
    <>
      <h2>
        {some} of {counted(list.length, "text")} known
      </h2>
      <Graph list={list} pick={(text) => (opened.value = text)} />
      {inOrder(list).map((one) => (
        <One key={one.name} one={one} opened={opened} />
      ))}
    </>
  );
}
