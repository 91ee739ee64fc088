import { useEffect, useRef } from "preact/hooks";
import { PairNames } from "../../components/PairNames";
import { SubmissionName } from "../../components/SubmissionName";
import { densityOf, type Cluster } from "../../graph/clusters";
import { count, counted, percent } from "../../report/format";
import { pairHref, submissionHref } from "../../state/links";
import { useSession } from "../../state/session";
import { groupColor } from "./group-colors";
import { HeatMap } from "./HeatMap";
import { Timeline } from "./Timeline";

interface Props {
  clusters: readonly Cluster[];
  picked: number | null;
  onPick: (cluster: number | null) => void;
}

const PAIRS_SHOWN = 12;

function Members({ cluster }: { cluster: Cluster }) {
  const { report } = useSession();
  return (
    <ul class="cluster-members">
      {cluster.members.map((index) => {
        const submission = report.submissions[index]!;
        return (
          <li key={index}>
            <span
              class={submission.archived ? "dot hollow" : "dot"}
              style={{ "--dot": groupColor(report.groups, submission.group) }}
            />
            <a href={submissionHref(submission)}>
              <SubmissionName submission={submission} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function Pairs({ cluster }: { cluster: Cluster }) {
  const shown = cluster.pairs.slice(0, PAIRS_SHOWN);
  return (
    <>
      <ol class="cluster-pairs">
        {shown.map((pair) => (
          <li key={pair.index}>
            <a href={pairHref(pair)}>
              <span class="numeric">{percent(pair.score)}</span>
              <PairNames pair={pair} />
            </a>
          </li>
        ))}
      </ol>
      {shown.length < cluster.pairs.length && (
        <p class="muted">and {counted(cluster.pairs.length - shown.length, "further pair")}</p>
      )}
    </>
  );
}

function summary(cluster: Cluster): string {
  const best = percent(cluster.pairs[0]!.score);
  if (cluster.pairs.length === 1) return best;
  const weakest = percent(cluster.weakestLink);
  const range = weakest === best ? best : `${weakest} to ${best}`;
  return `${counted(cluster.pairs.length, "pair")}, ${range}`;
}

interface ItemProps {
  cluster: Cluster;
  number: number;
  open: boolean;
  onToggle: () => void;
}

function Item({ cluster, number, open, onToggle }: ItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (open) item.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  return (
    <li ref={item} class={open ? "cluster open" : "cluster"}>
      <button class="cluster-head" aria-expanded={open} onClick={onToggle}>
        <span class="passage-number">{number}</span>
        <strong>{count(cluster.members.length)} submissions</strong>
        <span class="muted">{summary(cluster)}</span>
      </button>
      <Members cluster={cluster} />
      {open && (
        <div class="cluster-detail">
          {cluster.members.length > 2 && (
            <p class="muted">
              {percent(densityOf(cluster))} of the pairs in this cluster have such a score. Without
              its links of {percent(cluster.weakestLink)} the cluster would fall apart.
            </p>
          )}
          <HeatMap cluster={cluster} />
          <Timeline cluster={cluster} />
          <Pairs cluster={cluster} />
        </div>
      )}
    </li>
  );
}

export function ClusterList({ clusters, picked, onPick }: Props) {
  return (
    <ol class="cluster-list" aria-label="Clusters">
      {clusters.map((cluster, index) => (
        <Item
          key={cluster.members[0]}
          cluster={cluster}
          number={index + 1}
          open={index === picked}
          onToggle={() => onPick(index === picked ? null : index)}
        />
      ))}
    </ol>
  );
}
