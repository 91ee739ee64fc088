import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";
import { ThemeSwitch } from "../components/ThemeSwitch";
import { TopBar, type Tab } from "../components/TopBar";
import { useKeys } from "../state/keys";
import { go, home, hrefOf, route } from "../state/route";
import { ApiPage } from "./api-page/ApiPage";
import { describe, description, me, offers } from "./api";
import { Collections } from "./collections/Collections";
import { Compare } from "./compare/Compare";
import { TokenForm } from "./components/TokenForm";
import { Failure, useWork } from "./components/work";
import { refused, setToken, token } from "./http";
import { Pairs } from "./pairs/Pairs";
import { Documents } from "./registry/Documents";
import { Register } from "./registry/Register";
import { Verify } from "./registry/Verify";
import { ReportView } from "./report/ReportView";

interface View extends Tab {
  needs: [method: string, path: string];
  show: () => ComponentChild;
}

const VIEWS: readonly View[] = [
  {
    view: "compare",
    label: "Compare",
    also: ["report"],
    needs: ["POST", "/api/compare"],
    show: () => <Compare />,
  },
  {
    view: "pairs",
    label: "Pairs",
    needs: ["POST", "/api/pairs"],
    show: () => <Pairs />,
  },
  {
    view: "verify",
    label: "Verify",
    needs: ["POST", "/api/search"],
    show: () => <Verify />,
  },
  {
    view: "documents",
    label: "Documents",
    also: ["register"],
    needs: ["GET", "/api/documents"],
    show: () => <Documents />,
  },
  {
    view: "collections",
    label: "Collections",
    needs: ["GET", "/api/collections"],
    show: () => <Collections />,
  },
  {
    view: "api",
    label: "API",
    needs: ["GET", "/openapi.json"],
    show: () => <ApiPage />,
  },
];

const BELOW: Readonly<Record<string, (id: string) => ComponentChild>> = {
  report: (id) => <ReportView id={id} />,
  register: () => <Register />,
};

// A report looks as it does offline, with its own head.
const WITHOUT_HEAD = "report";

// The description is public, all else only for callers whom the server knows.
const OPEN = "api";

function Missing() {
  return (
    <div class="page narrow">
      <h1>There is no such page</h1>
      <p>
        <a href={hrefOf(["compare"])}>Compare submissions</a>
      </p>
    </div>
  );
}

function Shown({ views }: { views: readonly View[] }) {
  const [name = "", id = ""] = route.value.path;
  if (refused.value && name !== OPEN) return <TokenForm />;
  const show = views.find(({ view }) => view === name)?.show ?? BELOW[name];
  return <>{show ? show(id) : <Missing />}</>;
}

export function App() {
  const work = useWork();
  useEffect(() => void work.run(describe), [token.value]);
  const views = VIEWS.filter(({ needs }) => offers(...needs));
  const first = views[0]?.view ?? OPEN;
  useEffect(() => home(first), [first]);
  useKeys(Object.fromEntries(views.map(({ view }, at) => [`${at + 1}`, () => go(hrefOf([view]))])));
  return (
    <>
      {(route.value.path[0] !== WITHOUT_HEAD || refused.value) && (
        <TopBar tabs={views} label="This service">
          {token.value !== "" && !refused.value && (
            <button
              class="button bare"
              title={`The token of ${me.value?.name ?? "no user"}`}
              onClick={() => setToken("")}
            >
              Forget the token
            </button>
          )}
          <ThemeSwitch />
        </TopBar>
      )}
      <main>
        {description.value && (me.value || refused.value) ? (
          <Shown key={token.value} views={views} />
        ) : (
          <div class="page narrow">
            <Failure work={work} />
          </div>
        )}
      </main>
    </>
  );
}
