import { count, counted, percent } from "../../report/format";
import { COMMON_FROM } from "../../report/rank";
import { NOTHING_SHARED } from "../../report/submission-words";
import { useSession } from "../../state/session";
import { useTitle } from "../../state/title";
import { Figures } from "./Figures";
import { Histogram } from "./Histogram";
import { Ignored } from "./Ignored";
import { Known } from "./Known";
import { Method } from "./Method";
import { Omitted } from "./Omitted";
import { Run } from "./Run";
import { SkippedList } from "./SkippedList";
import { TopPairs } from "./TopPairs";
import "./overview.css";

function Headline() {
  const { report } = useSession();
  const pairs = counted(report.comparablePairs, "pair");
  const found = report.notable.pairs;
  if (found === 0) return <h1>No pair of {pairs} deserves a look first</h1>;
  return (
    <h1>
      About {count(found)} of {pairs} {found === 1 ? "deserves" : "deserve"} a look
    </h1>
  );
}

// Explains the number in the headline.
function Decided() {
  const { from, among } = useSession().report.notable;
  return (
    <details class="overview-decided">
      <summary>How is this decided?</summary>
      <p>
        The scores of the {count(among)} best pairs, at most two for each submission, are split in
        two groups so that the groups differ most (Otsu 1979). The upper group begins at{" "}
        {percent(from)}; it never begins below 50 %. If at least {COMMON_FROM} other students have
        what a pair shares, a template or a library is the likely reason: the pair is marked{" "}
        <em>common source</em> and counts a quarter less, unless the two are identical. This is a
        place to begin: a pair below may be a copy, and a pair above may be allowed.
      </p>
    </details>
  );
}

function Found() {
  const { report } = useSession();
  const listed = report.pairs.length;
  const found = listed + report.omittedPairs;
  return (
    <>
      <Headline />
      <p class="muted">
        {count(found)} {found === 1 ? "pair shares" : "pairs share"} a passage.{" "}
        {report.omittedPairs > 0 ? (
          <>
            This report lists the best {count(listed)} of them. <Omitted />
          </>
        ) : (
          "This report lists all of them."
        )}
      </p>
      <Decided />
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
          A comparison needs two submissions; attempts of one student, and past years among
          themselves, are not compared.
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
      <Ignored />
      <Known />
      <SkippedList />
      <Run />
    </div>
  );
}
