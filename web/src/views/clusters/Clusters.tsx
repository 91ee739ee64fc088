import { signal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import { Name } from "../../components/Name";
import { ShareSlider } from "../../components/ShareSlider";
import { clustersOf } from "../../graph/clusters";
import { counted } from "../../report/format";
import type { Report } from "../../report/report";
import { NOTHING_SHARED } from "../../report/submission-words";
import { useSession } from "../../state/session";
import { useTitle } from "../../state/title";
import { ClusterGraph } from "./ClusterGraph";
import { ClusterList } from "./ClusterList";
import { groupColor } from "./group-colors";
import "./clusters.css";

const MOST_NODES = 2000;

// Null until the reader moves the slider.
const askedThreshold = signal<number | null>(null);

// High enough that what is joined is a small part of the course.
function firstThreshold(report: Report): number {
  const wanted = Math.max(1, Math.ceil(report.submissions.length / 6));
  const score = report.pairs[Math.min(wanted, report.pairs.length) - 1]?.score ?? 0.5;
  return Math.max(0.2, Math.floor(score * 20) / 20);
}

function Legend({ report }: { report: Report }) {
  const groups = report.groups.length < 2 ? [] : report.groups;
  return (
    <ul class="cluster-legend">
      {report.submissions.some((s) => s.archived) && (
        <li>
          <span class="dot hollow" style={{ "--dot": "var(--muted)" }} />
          past year
        </li>
      )}
      {groups.map((group) => (
        <li key={group}>
          <span class="dot" style={{ "--dot": groupColor(groups, group) }} />
          <Name text={group} />
        </li>
      ))}
    </ul>
  );
}

export function Clusters() {
  useTitle("Clusters");
  const { report } = useSession();
  const [picked, setPicked] = useState<number | null>(null);
  const threshold = askedThreshold.value ?? firstThreshold(report);
  const all = useMemo(() => clustersOf(report, threshold), [report, threshold]);
  const joined = all.reduce((sum, cluster) => sum + cluster.members.length, 0);
  const tooMany = joined > MOST_NODES;
  return (
    <div class="clusters">
      <div class="filter-bar">
        <h1>Clusters</h1>
        <span class="filter-count muted" role="status">
          {counted(all.length, "cluster")} of {counted(joined, "submission")}
        </span>
        <Legend report={report} />
        <ShareSlider
          label="Joined from a score of"
          value={threshold}
          onInput={(value) => {
            askedThreshold.value = value;
            setPicked(null);
          }}
        />
      </div>
      {all.length === 0 ? (
        <p class="pairs-none muted">
          {report.pairs.length === 0 ? NOTHING_SHARED : "No pair reaches this score"}.
        </p>
      ) : (
        <div class="clusters-body">
          {tooMany ? (
            <p class="cluster-graph cluster-crowd muted">
              Over {counted(MOST_NODES, "submission")} are joined at this score: too many to draw.
              Move the slider up for a picture; the list is whole.
            </p>
          ) : (
            <ClusterGraph clusters={all} picked={picked} onPick={setPicked} />
          )}
          <ClusterList clusters={all} picked={picked} onPick={setPicked} />
        </div>
      )}
    </div>
  );
}
