import { usePrinted } from "../../components/use-printed";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { rarestPassage } from "../../report/chance-words";
import type { Pair } from "../../report/report";
import { VERDICTS, type PlaceData } from "../../report/types";
import { unitOfPassage } from "../../report/unit-words";
import { useKeys } from "../../state/keys";
import { pairHref, sheetHref } from "../../state/links";
import { go, hrefOf, replaceAddress } from "../../state/route";
import { useSession } from "../../state/session";
import { useTitle } from "../../state/title";
import { Sheet } from "../sheet/Sheet";
import { ignoredPassage } from "./ignore";
import { NoPassages } from "./NoPassages";
import { PairDetails, PairHead } from "./PairHead";
import { alignPassage } from "./align-passage";
import { PassageList } from "./PassageList";
import { passageDiff, type SideFiles } from "./passage-diff";
import { listShown, selectedPassage, shownPassages, swapped, toggleStep } from "./selection";
import type { SideFile } from "../../text/rows";
import type { Side } from "./side-files";
import { Texts } from "./Texts";
import { compact, openPanel } from "./space";
import { usePaneModels } from "./use-pane-models";
import { useWrap } from "./use-wrap";

interface Props {
  pair: Pair;
  files: SideFiles;
  // The passage in the address.
  passage: number | null;
  previous: Pair | undefined;
  next: Pair | undefined;
}

function rarestOf({ passages }: Pair): number | null {
  const rarest = rarestPassage(passages);
  return rarest ? passages.indexOf(rarest) : null;
}

function fileLabel(files: SideFiles, place: PlaceData, side: Side): string {
  const several = (list: readonly SideFile[]): boolean =>
    list.filter((file) => file.passages.length > 0).length > 1;
  if (!several(files.a) && !several(files.b)) return "";
  return files[side].find((file) => file.path === place.file)?.label ?? "";
}

export function PairView({ pair, files, passage, previous, next }: Props) {
  const { report, names, reviews } = useSession();
  useTitle(names.pair(pair));
  const passages = pair.passages;
  const left: Side = swapped.value ? "b" : "a";
  const [wrap, toggleWrap] = useWrap(files);
  // The panes only have the visible lines, so a sheet is printed instead.
  usePrinted(() => <Sheet pair={pair} files={files} />, [pair, files]);
  const hasPassages = passages.length > 0;
  const listed = hasPassages && (compact.value ? openPanel.value === "passages" : listShown.value);
  const root = useRef<HTMLDivElement>(null);
  const models = usePaneModels(root, files, wrap, listed && !compact.value);
  const selected = selectedPassage.value;
  const [shownFor, setShownFor] = useState<unknown>(null);

  const pick = (index: number, from: Side | null): void => {
    selectedPassage.value = index;
    replaceAddress(pairHref(pair, index));
    alignPassage(models, index, from);
    openPanel.value = null;
  };

  useEffect(() => {
    const wanted = passage !== null && passages[passage] ? passage : rarestOf(pair);
    if (wanted !== selectedPassage.value || shownFor !== models) {
      selectedPassage.value = wanted;
      setShownFor(models);
      if (wanted !== null) alignPassage(models, wanted, null);
    }
  }, [pair, passage, models]);

  const step = (by: number): void => {
    const shown = shownPassages(passages);
    if (shown.length === 0) return;
    const at = shown.indexOf(selectedPassage.value ?? -1);
    const to = at < 0 ? 0 : (at + by + shown.length) % shown.length;
    pick(shown[to]!, null);
  };
  useKeys({
    n: () => step(1),
    p: () => step(-1),
    s: () => (swapped.value = !swapped.value),
    w: toggleWrap,
    i: toggleStep,
    e: () => go(sheetHref(pair)),
    "]": () => next && go(pairHref(next)),
    "[": () => previous && go(pairHref(previous)),
    Escape: () => {
      if (openPanel.value === null) go(hrefOf(["pairs"]));
      openPanel.value = null;
    },
    ...Object.fromEntries(VERDICTS.map((v) => [v[0], () => reviews.set(pair, { verdict: v })])),
  });

  const diff = useMemo(() => {
    const data = selected === null ? undefined : passages[selected];
    return data && selected !== null ? passageDiff(files, data, selected, left) : null;
  }, [selected, files, left]);

  return (
    <div class={compact.value ? "pair-view compact" : "pair-view"} ref={root}>
      <PairHead {...{ pair, left, previous, next, wrap }} onWrap={toggleWrap} onStep={step} />
      {!hasPassages && <NoPassages />}
      <div class={listed && !compact.value ? "pair-body" : "pair-body no-list"}>
        {compact.value && openPanel.value === "details" && (
          <PairDetails {...{ pair, wrap }} onWrap={toggleWrap} />
        )}
        {listed && (
          <PassageList
            passages={passages}
            names={pair.rare_names ?? []}
            left={left}
            fileOf={(place, side) => fileLabel(files, place, side)}
            substitutions={diff?.substitutions ?? []}
            hasBase={[...files.a, ...files.b].some((file) => file.base.length > 0)}
            unitOf={(data) => unitOfPassage(data, report.submissions[pair.ai]!)}
            onPick={(index) => pick(index, null)}
            ignoredOf={(one) => ignoredPassage(files.a, one.a)}
          />
        )}
        <Texts {...{ models, left, passages }} changes={diff?.changes ?? null} onPick={pick} />
      </div>
    </div>
  );
}
