import type { ComponentType } from "preact";
import { HelpDialog, helpOpen } from "./components/HelpDialog";
import { Shell } from "./components/Shell";
import { useKeys } from "./state/keys";
import { go, hrefOf, route } from "./state/route";
import { SessionContext, type Session } from "./state/session";
import { Clusters } from "./views/clusters/Clusters";
import { Missing } from "./views/Missing";
import { Overview } from "./views/overview/Overview";
import { PairRoute } from "./views/pair/PairRoute";
import { Pairs } from "./views/pairs/Pairs";
import { SheetRoute } from "./views/sheet/SheetRoute";
import { SubmissionRoute } from "./views/submissions/SubmissionRoute";
import { Submissions } from "./views/submissions/Submissions";

const VIEWS: ReadonlyMap<string, ComponentType> = new Map<string, ComponentType>([
  ["overview", Overview],
  ["pairs", Pairs],
  ["pair", PairRoute],
  ["sheet", SheetRoute],
  ["clusters", Clusters],
  ["submissions", Submissions],
  ["submission", SubmissionRoute],
]);

function View() {
  const Current = VIEWS.get(route.value.path[0] ?? "") ?? Missing;
  return <Current />;
}

export function App({ session }: { session: Session }) {
  useKeys({
    "1": () => go(hrefOf(["overview"])),
    "2": () => go(hrefOf(["pairs"])),
    "3": () => go(hrefOf(["clusters"])),
    "4": () => go(hrefOf(["submissions"])),
    "?": () => {
      helpOpen.value = true;
    },
  });
  return (
    <SessionContext.Provider value={session}>
      <Shell>
        <View />
      </Shell>
      <HelpDialog />
    </SessionContext.Provider>
  );
}
