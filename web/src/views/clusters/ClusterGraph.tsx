import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { linkAt, nodeAt } from "../../graph/hit";
import { layOut, type Graph, type Link, type Node } from "../../graph/layout";
import type { Cluster } from "../../graph/clusters";
import { count, counted, percent } from "../../report/format";
import { pairHref } from "../../state/links";
import { namesVersion } from "../../state/names";
import { go } from "../../state/route";
import { useSession } from "../../state/session";
import { shownTheme } from "../../state/theme";
import { drawGraph, type Frame } from "./draw-graph";
import { useFrame } from "./use-frame";

interface Props {
  clusters: readonly Cluster[];
  picked: number | null;
  onPick: (cluster: number | null) => void;
}

interface Under {
  node: Node | null;
  link: Link | null;
}

const NOTHING: Under = { node: null, link: null };

function under(graph: Graph, frame: Frame, event: MouseEvent): Under {
  const point = {
    x: (event.offsetX - frame.x) / frame.scale,
    y: (event.offsetY - frame.y) / frame.scale,
  };
  const node = nodeAt(graph, point, frame.scale);
  return { node, link: node ? null : linkAt(graph, point, frame.scale) };
}

function useSize() {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, []);
  return [frame, size] as const;
}

export function ClusterGraph({ clusters, picked, onPick }: Props) {
  const { report, names } = useSession();
  const [box, size] = useSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [{ node: pointed, link }, setUnder] = useState<Under>(NOTHING);
  const aspect = size.height > 0 ? size.width / size.height : 1;
  const graph = useMemo(() => layOut(clusters, aspect), [clusters, aspect]);
  const { frame, handlers } = useFrame(graph, size);
  const label = (submission: number): string => names.short(report.submissions[submission]!);
  const looks = `${shownTheme.value} ${namesVersion.value}`;
  useEffect(() => {
    if (!canvas.current || size.width === 0) return;
    drawGraph(canvas.current, { graph, frame, report, cluster: picked, pointed, link, label });
  }, [graph, frame, picked, pointed, link, looks]);
  return (
    <div class="cluster-graph" ref={box}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${count(clusters.length)} clusters; their members are in the list`}
        title={link ? `${names.pair(link.pair)}: ${percent(link.score)}` : ""}
        style={{ cursor: pointed || link ? "pointer" : "default" }}
        {...handlers}
        onMouseMove={(event) => setUnder(under(graph, frame, event))}
        onMouseLeave={() => setUnder(NOTHING)}
        onClick={(event) => {
          const at = under(graph, frame, event);
          if (at.link) go(pairHref(at.link.pair));
          else onPick(at.node?.cluster ?? null);
        }}
      />
      {graph.hiddenLinks > 0 && (
        <p class="cluster-hidden muted">
          {counted(graph.hiddenLinks, "weaker link is", "weaker links are")} not drawn; each
          submission keeps its strongest.
        </p>
      )}
    </div>
  );
}
