import { useLayoutEffect } from "preact/hooks";
import type { Pair } from "../../report/report";
import { itemAt } from "../../state/links";
import { pathNumber, route } from "../../state/route";
import { useSession } from "../../state/session";
import { Missing } from "../Missing";
import { currentPair, shownPairs } from "../pairs/shown-pairs";
import { PairView } from "./PairView";
import { useSideFiles } from "./use-side-files";
import "./pair.css";
import "./compact.css";

// #/pair/3 or #/pair/3/passage/2
export function PairRoute() {
  const { report } = useSession();
  const pair = itemAt(report.pairs, route.value.path[1]);
  return pair ? <LoadedPair pair={pair} /> : <Missing />;
}

function passageOfAddress(): number | null {
  const [, , word, number] = route.value.path;
  const passage = word === "passage" ? pathNumber(number) : null;
  return passage === null ? null : passage - 1;
}

function LoadedPair({ pair }: { pair: Pair }) {
  const { report } = useSession();
  const loaded = useSideFiles(pair);
  useLayoutEffect(() => {
    currentPair.value = pair;
  }, [pair]);
  if (!loaded) return <div class="pair-view" aria-busy="true" />;
  const order = shownPairs.value.includes(pair) ? shownPairs.value : report.pairs;
  const at = order.indexOf(pair);
  return (
    <PairView
      key={pair.index}
      pair={pair}
      files={loaded.files}
      passage={passageOfAddress()}
      previous={order[at - 1]}
      next={order[at + 1]}
    />
  );
}
