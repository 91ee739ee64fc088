import type { ComponentChildren } from "preact";
import { counted } from "../report/format";
import { anonymous, setAnonymous } from "../state/names";
import { hrefOf, route } from "../state/route";
import { useSession } from "../state/session";
import { nextTheme, theme } from "../state/theme";
import { helpOpen } from "./HelpDialog";
import { Logo } from "./Logo";
import { ReviewFile } from "./ReviewFile";
import "./shell.css";

const TABS = [
  { view: "overview", label: "Overview", also: [] as string[] },
  { view: "pairs", label: "Pairs", also: ["pair", "sheet"] },
  { view: "clusters", label: "Clusters", also: [] },
  { view: "submissions", label: "Submissions", also: ["submission"] },
];

const THEME_LABELS = { auto: "Auto", light: "Light", dark: "Dark" };

function Navigation() {
  const view = route.value.path[0] ?? "";
  return (
    <nav aria-label="Views">
      {TABS.map((tab) => (
        <a
          key={tab.view}
          href={hrefOf([tab.view])}
          aria-current={tab.view === view || tab.also.includes(view) ? "page" : undefined}
        >
          {tab.label}
        </a>
      ))}
    </nav>
  );
}

function HalfDisc() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="6" fill="none" stroke="currentColor" stroke-width="1.4" />
      <path d="M7 1a6 6 0 0 1 0 12z" fill="currentColor" />
    </svg>
  );
}

function Switches() {
  return (
    <div class="switches">
      <ReviewFile />
      <button
        class="button bare"
        aria-pressed={anonymous.value}
        title="Show pseudonyms instead of names. The file itself still holds the names."
        onClick={() => setAnonymous(!anonymous.value)}
      >
        Anonymise
      </button>
      <button
        class="button bare"
        aria-label={`Colours: ${theme.value}`}
        title="Colours: as the system says, light or dark"
        onClick={nextTheme}
      >
        <HalfDisc />
        {THEME_LABELS[theme.value]}
      </button>
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
    </div>
  );
}

export function Shell({ children }: { children: ComponentChildren }) {
  const { report } = useSession();
  return (
    <>
      <header class="shell-header">
        <a class="brand" href={hrefOf(["overview"])} title={counted(report.pairs.length, "pair")}>
          <Logo />
          whorl
        </a>
        <Navigation />
        <Switches />
      </header>
      <main>{children}</main>
    </>
  );
}
