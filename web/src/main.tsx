import { render } from "preact";
import { App } from "./app";
import { hasEmbedded, takeEmbedded } from "./report/embedded";
import { reportOf } from "./report/report";
import { TextStore } from "./report/texts";
import type { ReportData } from "./report/types";
import { shareWithHost } from "./state/host";
import { Names } from "./state/names";
import { Reviews } from "./state/reviews";
import { followAddress } from "./state/route";
import type { Session } from "./state/session";
import { keepTheme } from "./state/theme";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/controls.css";
import "./style/print.css";

async function openSession(): Promise<Session> {
  if (!hasEmbedded("whorl-report")) {
    throw new Error("This page contains no report yet; whorl fills it when it writes a report.");
  }
  const bytes = await takeEmbedded("whorl-report");
  const report = reportOf(JSON.parse(new TextDecoder().decode(bytes)) as ReportData);
  return {
    report,
    texts: new TextStore(report.view),
    names: new Names(report),
    reviews: new Reviews(report),
  };
}

function Failure({ message }: { message: string }) {
  return (
    <div class="page">
      <h1>The report cannot be shown</h1>
      <p class="muted">{message}</p>
    </div>
  );
}

async function start(): Promise<void> {
  const root = document.getElementById("app");
  if (!root) return;
  keepTheme();
  followAddress();
  try {
    const session = await openSession();
    shareWithHost(session.reviews);
    render(<App session={session} />, root);
  } catch (error) {
    render(<Failure message={error instanceof Error ? error.message : String(error)} />, root);
  }
}

void start();
