import { CommonMark } from "../../components/CommonMark";
import { IdentityMark } from "../../components/IdentityMark";
import { PairNames } from "../../components/PairNames";
import { Score } from "../../components/Score";
import { SortHeader } from "../../components/SortHeader";
import { VerdictBadge } from "../../components/VerdictBadge";
import { rarestPassage } from "../../report/chance-words";
import { count } from "../../report/format";
import { hintOf, shownValue } from "../../report/measures";
import type { Pair } from "../../report/report";
import type { MeasureData } from "../../report/types";
import { pairHref } from "../../state/links";
import { hrefOf } from "../../state/route";
import { useSession } from "../../state/session";
import { clusterView } from "../clusters/threshold";
import { columns } from "./columns";
import type { PairKey } from "./pair-filter";
import { changeFilter, pairFilter } from "./pair-query";

export const ROW_HEIGHT = 38;

function sortBy(key: PairKey): void {
  const { sort } = pairFilter.value;
  const descending = sort.key === key ? !sort.descending : key !== "names";
  changeFilter({ sort: { key, descending } });
}

function MeasureHeader({ measure, numeric }: { measure: MeasureData; numeric?: boolean }) {
  const { name, label } = measure;
  const { sort } = pairFilter.value;
  return (
    <SortHeader
      column={name}
      label={label}
      hint={hintOf(measure)}
      sort={sort}
      onSort={sortBy}
      numeric={numeric ?? false}
    />
  );
}

export function PairHeader() {
  const { measures } = useSession().report.view;
  const { sort } = pairFilter.value;
  const score = measures.find((measure) => measure.name === "score");
  return (
    <div class="pair-row" role="presentation">
      <span role="columnheader" class="numeric pair-rank">
        #
      </span>
      <SortHeader
        column="names"
        label="Submissions"
        hint="A ↔ B, by name"
        sort={sort}
        onSort={sortBy}
      />
      {score && <MeasureHeader measure={score} />}
      {columns(measures).map((measure) => (
        <MeasureHeader key={measure.name} measure={measure} numeric />
      ))}
      <span
        role="columnheader"
        class="sort-header numeric pair-rarest"
        title="In how many submissions the rarest passage of the pair occurs; 2 are the pair alone"
      >
        Rarest in
      </span>
      <span
        role="columnheader"
        class="sort-header numeric pair-cluster"
        title="Clusters at the score that the view of clusters joins from"
      >
        Cluster
      </span>
      <span role="columnheader" class="sort-header">
        Verdict
      </span>
    </div>
  );
}

export function PairRow({ pair, rank }: { pair: Pair; rank: number }) {
  const { report, reviews } = useSession();
  const { threshold, clusterOf } = clusterView(report);
  const cluster = pair.score >= threshold ? clusterOf[pair.ai] : undefined;
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
        <CommonMark pair={pair} />
      </span>
      <span role="cell">
        <Score share={pair.score} strong />
      </span>
      {columns(report.view.measures).map((measure) => (
        <span key={measure.name} role="cell" class="numeric pair-measure">
          {shownValue(pair, measure)}
        </span>
      ))}
      <span role="cell" class="numeric pair-rarest">
        {rarestPassage(pair.passages)?.shared_by ?? "–"}
      </span>
      <span role="cell" class="numeric pair-cluster">
        {cluster !== undefined && <a href={hrefOf(["clusters", cluster + 1])}>{cluster + 1}</a>}
      </span>
      <span role="cell">
        <VerdictBadge verdict={reviews.of(pair).verdict} />
      </span>
    </div>
  );
}
