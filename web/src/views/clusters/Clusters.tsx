import { useState } from "preact/hooks";
import { Name } from "../../components/Name";
import { ShareSlider } from "../../components/ShareSlider";
import { counted } from "../../report/format";
import type { Report } from "../../report/report";
import { NOTHING_SHARED } from "../../report/submission-words";
import { hiddenGroups, toggleGroup } from "../../state/groups";
import { pathNumber, route } from "../../state/route";
import { useSession } from "../../state/session";
import { useTitle } from "../../state/title";
import { ClusterGraph } from "./ClusterGraph";
import { ClusterList } from "./ClusterList";
import { groupColor } from "./group-colors";
import { askedThreshold, clusterView } from "./threshold";
import "./clusters.css";

const MOST_NODES = 2000;

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
          <button
            class="group-toggle"
            aria-pressed={!hiddenGroups.value.has(group)}
            title="Show or leave out this group, here and in the table of pairs"
            onClick={() => toggleGroup(group)}
          >
            <span class="dot" style={{ "--dot": groupColor(groups, group) }} />
            <Name text={group} />
          </button>
        </li>
      ))}
    </ul>
  );
}

// #/clusters/3 opens the third cluster.
function pickedByAddress(): number | null {
  const number = pathNumber(route.value.path[1]);
  return number === null ? null : number - 1;
}

export function Clusters() {
  useTitle("Clusters");
  const { report } = useSession();
  const [picked, setPicked] = useState<number | null>(pickedByAddress);
  const { threshold, clusters: all } = clusterView(report);
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
              Move the slider up to see a picture; the list is complete.
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
