import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { layOut, NODE_RADIUS, type Graph, type Node } from "../../graph/layout";
import type { Cluster } from "../../graph/clusters";
import { count, counted } from "../../report/format";
import { namesVersion } from "../../state/names";
import { useSession } from "../../state/session";
import { shownTheme } from "../../state/theme";
import { drawGraph, type Frame } from "./draw-graph";
import { useFrame } from "./use-frame";

interface Props {
  clusters: readonly Cluster[];
  picked: number | null;
  onPick: (cluster: number | null) => void;
}

function nodeAt(graph: Graph, frame: Frame, event: MouseEvent): Node | null {
  const [x, y] = [(event.offsetX - frame.x) / frame.scale, (event.offsetY - frame.y) / frame.scale];
  const reach = Math.max(NODE_RADIUS + 3, 8 / frame.scale);
  return graph.nodes.find((node) => Math.hypot(node.x - x, node.y - y) <= reach) ?? null;
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
  const [pointed, setPointed] = useState<Node | null>(null);
  const aspect = size.height > 0 ? size.width / size.height : 1;
  const graph = useMemo(() => layOut(clusters, aspect), [clusters, aspect]);
  const { frame, handlers } = useFrame(graph, size);
  const label = (submission: number): string => names.submission(report.submissions[submission]!);
  const looks = `${shownTheme.value} ${namesVersion.value}`;
  useEffect(() => {
    if (!canvas.current || size.width === 0) return;
    drawGraph(canvas.current, { graph, frame, report, cluster: picked, pointed, label });
  }, [graph, frame, picked, pointed, looks]);
  return (
    <div class="cluster-graph" ref={box}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${count(clusters.length)} clusters; the list beside holds their members`}
        style={{ cursor: pointed ? "pointer" : "default" }}
        {...handlers}
        onMouseMove={(event) => setPointed(nodeAt(graph, frame, event))}
        onMouseLeave={() => setPointed(null)}
        onClick={(event) => onPick(nodeAt(graph, frame, event)?.cluster ?? null)}
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
