import { count, counted } from "../../report/format";
import { NOTHING_SHARED } from "../../report/submission-words";
import { useSession } from "../../state/session";
import { useTitle } from "../../state/title";
import { Figures } from "./Figures";
import { Histogram } from "./Histogram";
import { Known } from "./Known";
import { Method } from "./Method";
import { Omitted } from "./Omitted";
import { Run } from "./Run";
import { SkippedList } from "./SkippedList";
import { TopPairs } from "./TopPairs";
import "./overview.css";

function Found() {
  const { report } = useSession();
  const listed = report.pairs.length;
  const found = listed + report.omittedPairs;
  return (
    <>
      <h1>
        {count(found)} of {counted(report.comparablePairs, "pair")}{" "}
        {found === 1 ? "shares" : "share"} a passage
      </h1>
      {report.omittedPairs > 0 ? (
        <p class="notice" role="note">
          This report lists the best {count(listed)} of them. <Omitted />
        </p>
      ) : (
        <p class="muted">All of them are listed in this report.</p>
      )}
    </>
  );
}

function Lead() {
  const { report } = useSession();
  if (report.comparablePairs === 0) {
    return (
      <header class="overview-lead">
        <h1>Nothing was compared</h1>
        <p class="muted">
          Comparing takes two submissions; attempts of one student, and past years among themselves,
          are not compared.
        </p>
      </header>
    );
  }
  return (
    <header class="overview-lead">
      {report.pairs.length + report.omittedPairs === 0 ? <h1>{NOTHING_SHARED}</h1> : <Found />}
    </header>
  );
}

export function Overview() {
  useTitle("Overview");
  return (
    <div class="page overview">
      <Lead />
      <Figures />
      <Histogram />
      <Method />
      <TopPairs />
      <Known />
      <SkippedList />
      <Run />
    </div>
  );
}
