import { useMemo, useRef, useState } from "preact/hooks";
import {
  extentOf,
  type Edge,
  type SimilarityGraph,
  type SimilarPair,
} from "../../graph/similarity-graph";
import type { Point } from "../../graph/stress";
import { percent } from "../../report/format";
import { placeLabels } from "../../views/clusters/place-labels";

interface Props<Pair extends SimilarPair> {
  graph: SimilarityGraph<Pair>;
  picked: Pair | null;
  pick: (pair: Pair) => void;
}

const RADIUS = 7;
const MARGIN = 70; // space for names
const LABEL = 15; // height
const LETTER = 7; // width
const LONGEST = 32; // letters of a label
const AT_LEAST = 320; // pixels of a side

function shortened(name: string): string {
  return name.length <= LONGEST ? name : `…${name.slice(1 - LONGEST)}`;
}

function labelsOf({ names, stress }: SimilarityGraph<SimilarPair>) {
  const wanted = stress.points.map(({ x, y }, index) => {
    const text = shortened(names[index]!);
    const below = Array.from({ length: 5 }, (_, line) => y + RADIUS + 3 + line * LABEL);
    const above = Array.from({ length: 3 }, (_, line) => y - RADIUS - 3 - (line + 1) * LABEL);
    return { text, x, width: LETTER * text.length, tops: [...below, ...above] };
  });
  const nodes = stress.points.map(({ x, y }) => ({
    ...{ left: x - RADIUS, right: x + RADIUS, top: y - RADIUS, bottom: y + RADIUS },
  }));
  return placeLabels(wanted, LABEL - 1, nodes);
}

// The visible part of the plane; one pixel of the graph is one of the screen while it fits.
function boxOf(points: readonly Point[]): string {
  const { x, y, width, height } = extentOf(points, MARGIN);
  const [w, h] = [Math.max(width, AT_LEAST), Math.max(height, AT_LEAST)];
  return `${x - (w - width) / 2} ${y - (h - height) / 2} ${w} ${h}`;
}

function pointOf(svg: SVGSVGElement, event: PointerEvent): Point {
  const matrix = svg.getScreenCTM()?.inverse();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return { x, y };
}

function Line<Pair extends SimilarPair>(props: Props<Pair> & { edge: Edge<Pair> }) {
  const { edge, graph, picked, pick } = props;
  const [from, to] = [graph.stress.points[edge.a]!, graph.stress.points[edge.b]!];
  const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
  return (
    <g class={edge.pair === picked ? "edge picked" : "edge"} onClick={() => pick(edge.pair)}>
      <title>{`${edge.pair.a} ↔ ${edge.pair.b}: ${percent(edge.pair.symmetric)}`}</title>
      <line class="edge-reach" {...ends} />
      <line class="edge-line" stroke-width={1 + 3 * edge.pair.symmetric} {...ends} />
    </g>
  );
}

// Documents that may be dragged; tied ones follow.
export function PairGraph<Pair extends SimilarPair>(props: Props<Pair>) {
  const { graph } = props;
  const svg = useRef<SVGSVGElement>(null);
  const held = useRef<number | null>(null);
  const [, setMoves] = useState(0);
  const box = useMemo(() => boxOf(graph.stress.points), [graph]);
  const drag = (event: PointerEvent): void => {
    if (held.current === null || !svg.current) return;
    Object.assign(graph.stress.points[held.current]!, pointOf(svg.current, event));
    graph.stress.settle(held.current, 10);
    setMoves((moves) => moves + 1);
  };
  const width = Number(box.split(" ")[2]);
  return (
    <svg
      ref={svg}
      class="pair-graph"
      viewBox={box}
      style={{ maxWidth: `${width}px` }}
      role="img"
      aria-label={`Graph of ${graph.names.length} documents; their pairs are in the list below`}
      onPointerMove={drag}
      onPointerUp={() => (held.current = null)}
      onPointerLeave={() => (held.current = null)}
    >
      {graph.edges.map((edge) => (
        <Line key={`${edge.a} ${edge.b}`} {...props} edge={edge} />
      ))}
      {graph.stress.points.map(({ x, y }, index) => (
        <circle
          key={index}
          class="node"
          cx={x}
          cy={y}
          r={RADIUS}
          onPointerDown={(event) => {
            held.current = index;
            event.preventDefault();
          }}
        >
          <title>{graph.names[index]}</title>
        </circle>
      ))}
      {labelsOf(graph).map(({ label, top }, index) => (
        <text key={index} class="node-label" x={label.x} y={top + LABEL - 3}>
          {label.text}
        </text>
      ))}
    </svg>
  );
}
