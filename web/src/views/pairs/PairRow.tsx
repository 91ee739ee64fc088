import { IdentityMark } from "../../components/IdentityMark";
import { PairNames } from "../../components/PairNames";
import { Score } from "../../components/Score";
import { SortHeader } from "../../components/SortHeader";
import { VerdictBadge } from "../../components/VerdictBadge";
import { count, decimal, percent } from "../../report/format";
import type { Pair } from "../../report/report";
import { pairHref } from "../../state/links";
import { useSession } from "../../state/session";
import type { PairKey } from "./pair-filter";
import { changeFilter, pairFilter } from "./pair-query";

export const ROW_HEIGHT = 38;

const COLUMNS: { key: PairKey; label: string; hint: string; numeric: boolean }[] = [
  { key: "names", label: "Submissions", hint: "A ↔ B, by name", numeric: false },
  { key: "score", label: "Score", hint: "What the default order ranks by", numeric: false },
  { key: "similarity", label: "Similar", hint: "Share of both sides in passages", numeric: true },
  { key: "containment_a", label: "A in B", hint: "Share of A found in B", numeric: true },
  { key: "containment_b", label: "B in A", hint: "Share of B found in A", numeric: true },
  { key: "longest", label: "Longest", hint: "Symbols of the longest passage", numeric: true },
  { key: "evidence", label: "Evidence", hint: "Shared symbols, rare ones more", numeric: true },
];

function sortBy(key: PairKey): void {
  const { sort } = pairFilter.value;
  const descending = sort.key === key ? !sort.descending : key !== "names";
  changeFilter({ sort: { key, descending } });
}

export function PairHeader() {
  const { sort } = pairFilter.value;
  return (
    <div class="pair-row" role="presentation">
      <span role="columnheader" class="numeric pair-rank">
        #
      </span>
      {COLUMNS.map(({ key, ...rest }) => (
        <SortHeader key={key} column={key} sort={sort} onSort={sortBy} {...rest} />
      ))}
      <span role="columnheader" class="sort-header">
        Verdict
      </span>
    </div>
  );
}

export function PairRow({ pair, rank }: { pair: Pair; rank: number }) {
  const { reviews } = useSession();
  return (
    <div class="pair-row" role="presentation">
      <span role="cell" class="numeric pair-rank">
        {count(rank)}
      </span>
      <span role="cell" class="pair-cell-names">
        <a class="row-link" href={pairHref(pair)}>
          <PairNames pair={pair} />
        </a>
        <IdentityMark pair={pair} />
      </span>
      <span role="cell">
        <Score share={pair.score} strong />
      </span>
      <span role="cell" class="numeric">
        {percent(pair.similarity)}
      </span>
      <span role="cell" class="numeric">
        {percent(pair.containment_a)}
      </span>
      <span role="cell" class="numeric">
        {percent(pair.containment_b)}
      </span>
      <span role="cell" class="numeric">
        {count(pair.longest)}
      </span>
      <span role="cell" class="numeric">
        {decimal(pair.evidence)}
      </span>
      <span role="cell">
        <VerdictBadge verdict={reviews.of(pair).verdict} />
      </span>
    </div>
  );
}
