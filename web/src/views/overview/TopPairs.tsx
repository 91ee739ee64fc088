import { CommonMark } from "../../components/CommonMark";
import { PairNames } from "../../components/PairNames";
import { Score } from "../../components/Score";
import { VerdictBadge } from "../../components/VerdictBadge";
import { count } from "../../report/format";
import { identityOf } from "../../report/pair-words";
import { NOTHING_SHARED } from "../../report/submission-words";
import { pairHref } from "../../state/links";
import { hrefOf } from "../../state/route";
import { useSession } from "../../state/session";

const SHOWN = 12;

export function TopPairs() {
  const { report, reviews } = useSession();
  const shown = report.ranked.slice(0, SHOWN);
  return (
    <section class="card top-pairs" aria-label="Top pairs">
      <header>
        <h2>Most similar</h2>
        {report.pairs.length > 1 && (
          <a href={hrefOf(["pairs"])}>All {count(report.pairs.length)} pairs</a>
        )}
      </header>
      {shown.length === 0 && <p class="muted">{NOTHING_SHARED}.</p>}
      <ol>
        {shown.map((pair) => (
          <li key={pair.index}>
            <a class="top-pair" href={pairHref(pair)}>
              <Score share={pair.score} strong />
              <PairNames pair={pair} />
              <CommonMark pair={pair} />
              <VerdictBadge verdict={reviews.of(pair).verdict} />
              <span class="muted numeric">
                {identityOf(pair) ?? `longest ${count(pair.longest)}`}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
