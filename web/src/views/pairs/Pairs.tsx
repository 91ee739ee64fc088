import { useEffect, useMemo } from "preact/hooks";
import { usePrinted } from "../../components/use-printed";
import { VirtualRows } from "../../components/VirtualRows";
import { count } from "../../report/format";
import { NOTHING_SHARED } from "../../report/submission-words";
import { useKeys } from "../../state/keys";
import { namesVersion } from "../../state/names";
import { hiddenGroups } from "../../state/groups";
import { pairHref } from "../../state/links";
import { go, route } from "../../state/route";
import { useSession } from "../../state/session";
import { useTitle } from "../../state/title";
import { Omitted } from "../overview/Omitted";
import { FilterBar } from "./FilterBar";
import { selectPairs } from "./pair-filter";
import { pairFilter, takeFilter } from "./pair-query";
import { columns } from "./columns";
import { PrintedPairs } from "./PrintedPairs";
import { PairHeader, PairRow, ROW_HEIGHT } from "./PairRow";
import { beginning, currentPair, shownPairs } from "./shown-pairs";
import "./pairs.css";

// An address with a query sets the filter; a bare #/pairs keeps the last one.
function useFilterOfAddress(): void {
  const query = route.value.query.toString();
  const { measures } = useSession().report.view;
  useEffect(() => {
    if (query !== "") takeFilter(new URLSearchParams(query), measures);
  }, [query]);
}

export function Pairs() {
  const { report, names, reviews } = useSession();
  useFilterOfAddress();
  useTitle("Pairs");
  const filter = pairFilter.value;
  const hidden = namesVersion.value;
  const judged = filter.verdict === "any" ? 0 : reviews.version;
  const groups = hiddenGroups.value;
  const shown = useMemo(() => {
    return selectPairs(filter, {
      report,
      nameOf: (i) => names.submission(report.submissions[i]!),
      verdictOf: (pair) => reviews.of(pair).verdict,
      hiddenGroups: groups,
    });
  }, [filter, hidden, judged, groups]);
  shownPairs.value = shown;
  usePrinted(() => <PrintedPairs pairs={shown} filter={filter} />, [shown, filter]);

  const place = (): number =>
    currentPair.value ? Math.max(0, shown.indexOf(currentPair.value)) : 0;
  const at = place();
  const move = (by: number): void => {
    const to = Math.min(Math.max(place() + by, 0), shown.length - 1);
    currentPair.value = shown[to] ?? null;
  };
  const open = (): void => {
    const pair = shown[place()];
    if (pair) go(pairHref(pair));
  };
  useKeys({
    // Keys may arrive faster than the view is drawn, so they start from the current position, not
    // from the drawn one.
    j: () => move(1),
    k: () => move(-1),
    Enter: open,
    "/": () => document.getElementById("pair-name")?.focus(),
  });

  return (
    <div class="pairs" style={{ "--columns": columns(report.view.measures).length }}>
      <FilterBar shown={shown.length} />
      {shown.length === 0 ? (
        <p class="pairs-none muted">
          {report.pairs.length === 0 ? NOTHING_SHARED : "No pair passes this filter"}.
        </p>
      ) : (
        <VirtualRows
          label="Pairs"
          count={shown.length}
          rowHeight={ROW_HEIGHT}
          current={at}
          beginning={beginning.value}
          header={<PairHeader />}
          row={(index) => <PairRow pair={shown[index]!} rank={index + 1} />}
        />
      )}
      {report.omittedPairs > 0 && (
        <p class="pairs-omitted">
          The best {count(report.pairs.length)} pairs are in this table. <Omitted />
        </p>
      )}
    </div>
  );
}
