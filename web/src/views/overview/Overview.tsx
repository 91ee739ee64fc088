import { count } from "../../report/format";
import { useSession } from "../../state/session";
import { useTitle } from "../../state/title";
import { Figures } from "./Figures";
import { Histogram } from "./Histogram";
import { Method } from "./Method";
import { SkippedList } from "./SkippedList";
import { TopPairs } from "./TopPairs";
import "./overview.css";

function Lead() {
  const { report } = useSession();
  const listed = report.pairs.length;
  const found = listed + report.omittedPairs;
  return (
    <header class="overview-lead">
      <h1>
        {count(found)} of {count(report.comparablePairs)} pairs share a passage
      </h1>
      {report.omittedPairs > 0 ? (
        <p class="notice" role="note">
          This report lists the best {count(listed)} of them. The other {count(report.omittedPairs)}{" "}
          were cut by <code>--limit</code> or <code>--min-similarity</code>; a pair that is missing
          here may still share a passage.
        </p>
      ) : (
        <p class="muted">All of them are listed in this report.</p>
      )}
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
      <SkippedList />
    </div>
  );
}
