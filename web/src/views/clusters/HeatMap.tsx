import { SubmissionName } from "../../components/SubmissionName";
import type { Cluster } from "../../graph/clusters";
import { percent } from "../../report/format";
import type { Pair, Submission } from "../../report/report";
import { pairHref } from "../../state/links";
import { useSession } from "../../state/session";

const MOST_MEMBERS = 40;
const MAP_PX = 420;
// With at most this many members, names are shown next to the rows.
const MOST_NAMED = 18;
const NAMED_MAP_PX = 240;
const FIELD_PX = 40; // at most

// Adds the nearest to the placed ones next, so that similar ones are adjacent.
function nearestFirst(
  members: readonly number[],
  scoreOf: (x: number, y: number) => number,
): number[] {
  const rest = new Set(members.slice(1));
  const order = members.slice(0, 1);
  while (rest.size > 0) {
    const last = order[order.length - 1]!;
    const next = [...rest].reduce((x, y) => (scoreOf(last, y) > scoreOf(last, x) ? y : x));
    rest.delete(next);
    order.push(next);
  }
  return order;
}

function pairsBetween(pairs: readonly Pair[], members: ReadonlySet<number>): Map<string, Pair> {
  const between = new Map<string, Pair>();
  for (const pair of pairs) {
    if (!members.has(pair.ai) || !members.has(pair.bi)) continue;
    between.set(`${pair.ai} ${pair.bi}`, pair).set(`${pair.bi} ${pair.ai}`, pair);
  }
  return between;
}

function RowNames({ submissions }: { submissions: readonly Submission[] }) {
  return (
    <ol class="heat-names" aria-hidden="true">
      {submissions.map((submission) => (
        <li key={submission.index}>
          <SubmissionName submission={submission} />
        </li>
      ))}
    </ol>
  );
}

// Every member compared with every other: the stronger the colour, the higher the score. A field
// opens its pair.
export function HeatMap({ cluster }: { cluster: Cluster }) {
  const { report, names } = useSession();
  const { members } = cluster;
  if (members.length < 3 || members.length > MOST_MEMBERS) return null;
  const own = members.flatMap((m) => report.submissions[m]!.pairs.map((p) => report.pairs[p]!));
  const between = pairsBetween(own, new Set(members));
  const scoreOf = (x: number, y: number): number => between.get(`${x} ${y}`)?.score ?? 0;
  const order = nearestFirst(members, scoreOf);
  const named = members.length <= MOST_NAMED;
  const most = named ? NAMED_MAP_PX : MAP_PX;
  return (
    <div class="heat-map">
      <svg
        viewBox={`0 0 ${members.length} ${members.length}`}
        style={{ width: `${Math.min(most, FIELD_PX * members.length)}px` }}
        role="group"
        aria-label="Scores of all pairs of the cluster"
      >
        {order.flatMap((one, y) =>
          order.map((other, x) => {
            const pair = between.get(`${one} ${other}`);
            const place = { x, y, width: 1, height: 1 };
            if (!pair) return <rect key={`${x} ${y}`} class="heat-none" {...place} />;
            const told = `${names.pair(pair)}: ${percent(pair.score)}`;
            return (
              <a key={`${x} ${y}`} href={pairHref(pair)} aria-label={told} tabindex={-1}>
                <title>{told}</title>
                <rect {...place} opacity={0.12 + 0.88 * pair.score} />
              </a>
            );
          }),
        )}
      </svg>
      {named && <RowNames submissions={order.map((index) => report.submissions[index]!)} />}
    </div>
  );
}
