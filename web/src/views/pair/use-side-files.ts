import { useEffect, useMemo, useState } from "preact/hooks";
import type { Pair } from "../../report/report";
import { namesVersion } from "../../state/names";
import { useSession } from "../../state/session";
import type { SideFiles } from "./passage-diff";
import { highlightFiles } from "../../highlight/highlight";
import { fileOrder } from "./selection";
import { inOrder, sideFiles } from "./side-files";

export interface LoadedPair {
  pair: Pair;
  files: SideFiles;
}

// The texts of a pair; null until they are unpacked. Errors are thrown to the view.
export function useSideFiles(pair: Pair): LoadedPair | null {
  const { report, texts, names } = useSession();
  const [loaded, setLoaded] = useState<LoadedPair | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const hidden = namesVersion.value;
  const order = fileOrder.value;
  useEffect(() => {
    let stale = false;
    const [a, b] = [report.submissions[pair.ai]!, report.submissions[pair.bi]!];
    Promise.all([sideFiles(pair, "a", a, texts, names), sideFiles(pair, "b", b, texts, names)])
      .then(([filesA, filesB]) => {
        if (stale) return;
        setLoaded({ pair, files: { a: filesA, b: filesB } });
        return highlightFiles([...filesA, ...filesB], () => stale);
      })
      .catch(setFailure);
    return () => {
      stale = true;
    };
  }, [pair, hidden]);
  const ordered = useMemo(() => {
    if (loaded?.pair !== pair) return null;
    const { a, b } = loaded.files;
    return { pair, files: { a: inOrder(a, order), b: inOrder(b, order) } };
  }, [loaded, pair, order]);
  if (failure !== null) throw failure;
  return ordered;
}
