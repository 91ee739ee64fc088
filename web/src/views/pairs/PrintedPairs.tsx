import { VisibleText } from "../../components/Name";
import { count, percent } from "../../report/format";
import { shownValue } from "../../report/measures";
import { identityOf } from "../../report/pair-words";
import type { Pair } from "../../report/report";
import { useSession } from "../../state/session";
import { columns } from "./columns";
import { queryOfFilter } from "./pair-query";
import type { PairFilter } from "./pair-filter";

// More rows would fill a book.
const MOST_ROWS = 1000;

interface Props {
  pairs: readonly Pair[];
  filter: PairFilter;
}

function Row({ pair, rank }: { pair: Pair; rank: number }) {
  const { report, names, reviews } = useSession();
  const [a, b] = [report.submissions[pair.ai]!, report.submissions[pair.bi]!];
  return (
    <tr>
      <td class="numeric">{rank}</td>
      <td>
        <VisibleText text={names.submission(a)} />
      </td>
      <td>
        <VisibleText text={names.submission(b)} />
      </td>
      <td class="numeric">
        <strong>{percent(pair.score)}</strong>
      </td>
      {columns(report.view.measures).map((measure) => (
        <td key={measure.name} class="numeric">
          {shownValue(pair, measure)}
        </td>
      ))}
      <td>{[identityOf(pair), reviews.of(pair).verdict].filter(Boolean).join(", ")}</td>
    </tr>
  );
}

// The table of pairs on paper: names in full, and the rows that pass the filter.
export function PrintedPairs({ pairs, filter }: Props) {
  const { report } = useSession();
  const printed = pairs.slice(0, MOST_ROWS);
  const asked = Object.entries(queryOfFilter(filter)).map(([key, value]) => `${key} ${value}`);
  return (
    <div class="printed">
      <h1>Pairs</h1>
      <p>
        {count(pairs.length)} of {count(report.pairs.length)} listed pairs
        {asked.length > 0 && ` (${asked.join(", ")})`}
        {report.omittedPairs > 0 && `; ${count(report.omittedPairs)} further pairs are not listed`}
        {printed.length < pairs.length && `; the first ${count(printed.length)} are printed`}.
      </p>
      <table>
        <thead>
          <tr>
            <th>#</th>
            <th>A</th>
            <th>B</th>
            <th class="numeric">Score</th>
            {columns(report.view.measures).map(({ name, label }) => (
              <th key={name} class="numeric">
                {label}
              </th>
            ))}
            <th>Remarks</th>
          </tr>
        </thead>
        <tbody>
          {printed.map((pair, i) => (
            <Row key={pair.index} pair={pair} rank={i + 1} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
