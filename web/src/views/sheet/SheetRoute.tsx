import { useEffect } from "preact/hooks";
import type { Pair } from "../../report/report";
import { useKeys } from "../../state/keys";
import { itemAt, pairHref } from "../../state/links";
import { go, route } from "../../state/route";
import { useSession } from "../../state/session";
import { useTitle } from "../../state/title";
import { Missing } from "../Missing";
import { useSideFiles } from "../pair/use-side-files";
import { Sheet } from "./Sheet";

// #/sheet/3 shows the evidence of one pair for printing.
export function SheetRoute() {
  const pair = itemAt(useSession().report.pairs, route.value.path[1]);
  return pair ? <LoadedSheet pair={pair} /> : <Missing />;
}

function LoadedSheet({ pair }: { pair: Pair }) {
  const loaded = useSideFiles(pair);
  useTitle(`Evidence: ${useSession().names.pair(pair)}`);
  useKeys({ Escape: () => go(pairHref(pair)) });
  useEffect(() => scrollTo(0, 0), [pair]);
  if (!loaded) return <div class="page" aria-busy="true" />;
  return (
    <div class="sheet-view">
      <div class="sheet-tools">
        <a class="button" href={pairHref(pair)}>
          ‹ Back to the texts
        </a>
        <button class="button primary" onClick={() => print()}>
          Print or save as PDF
        </button>
      </div>
      <Sheet pair={pair} files={loaded.files} />
    </div>
  );
}
