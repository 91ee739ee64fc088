import type { ComponentChildren } from "preact";
import { counted } from "../report/format";
import { anonymous, setAnonymous } from "../state/names";
import { useSession } from "../state/session";
import { helpOpen } from "./HelpDialog";
import { ReviewFile } from "./ReviewFile";
import { ThemeSwitch } from "./ThemeSwitch";
import { TopBar } from "./TopBar";

const TABS = [
  { view: "overview", label: "Overview" },
  { view: "pairs", label: "Pairs", also: ["pair", "sheet"] },
  { view: "clusters", label: "Clusters" },
  { view: "submissions", label: "Submissions", also: ["submission"] },
];

function Switches() {
  return (
    <>
      <ReviewFile />
      <button
        class="button bare"
        aria-pressed={anonymous.value}
        title="Show pseudonyms instead of names. The file itself still contains the names."
        onClick={() => setAnonymous(!anonymous.value)}
      >
        Anonymise
      </button>
      <ThemeSwitch />
      <button
        class="button bare"
        aria-label="Keyboard help"
        title="Keys (?)"
        onClick={() => {
          helpOpen.value = true;
        }}
      >
        ?
      </button>
    </>
  );
}

export function Shell({ children }: { children: ComponentChildren }) {
  const { report } = useSession();
  return (
    <>
      <TopBar tabs={TABS} label="Views" title={counted(report.pairs.length, "pair")}>
        <Switches />
      </TopBar>
      <main>{children}</main>
    </>
  );
}
