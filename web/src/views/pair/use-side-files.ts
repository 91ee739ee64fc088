import { useEffect, useState } from "preact/hooks";
import type { Pair } from "../../report/report";
import { anonymous } from "../../state/names";
import { useSession } from "../../state/session";
import type { SideFiles } from "./passage-diff";
import { sideFiles } from "./side-files";

export interface LoadedPair {
  pair: Pair;
  files: SideFiles;
}

// The texts of a pair, once unpacked; null until then. An Error is thrown on to the view.
export function useSideFiles(pair: Pair): LoadedPair | null {
  const { report, texts, names } = useSession();
  const [loaded, setLoaded] = useState<LoadedPair | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const hidden = anonymous.value;
  useEffect(() => {
    let stale = false;
    const [a, b] = [report.submissions[pair.ai]!, report.submissions[pair.bi]!];
    Promise.all([sideFiles(pair, "a", a, texts, names), sideFiles(pair, "b", b, texts, names)])
      .then(([filesA, filesB]) => {
        if (!stale) setLoaded({ pair, files: { a: filesA, b: filesB } });
      })
      .catch(setFailure);
    return () => {
      stale = true;
    };
  }, [pair, hidden]);
  if (failure !== null) throw failure;
  return loaded?.pair === pair ? loaded : null;
}
