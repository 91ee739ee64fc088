import { NODE_RADIUS, type Node } from "../../graph/layout";
import type { Colors, Scene } from "./draw-graph";
import { placeLabels, type Box } from "./place-labels";

const GAP = NODE_RADIUS + 3;
const FONT_PX = 13;

// The visible part of the graph.
function sight({ x, y, scale }: Scene["frame"], canvas: HTMLCanvasElement): Box {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  return {
    left: -x / scale,
    right: (width - x) / scale,
    top: -y / scale,
    bottom: (height - y) / scale,
  };
}

// Visible nodes, the pointed one first, then those of the picked cluster. Names are drawn as long
// as they fit, so zooming in shows more.
function labelled({ graph, cluster, pointed }: Scene, seen: Box): Node[] {
  const inSight = graph.nodes.filter(
    ({ x, y }) => x >= seen.left && x <= seen.right && y >= seen.top && y <= seen.bottom,
  );
  const rank = (node: Node): number => (node === pointed ? 0 : node.cluster === cluster ? 1 : 2);
  return inSight.sort((x, y) => rank(x) - rank(y));
}

const [HEAD, TAIL] = [9, 12];

function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= HEAD + TAIL + 1) return name;
  return `${characters.slice(0, HEAD).join("")}…${characters.slice(-TAIL).join("")}`;
}

function nodeBox({ x, y }: Node): Box {
  const r = NODE_RADIUS;
  return { left: x - r, right: x + r, top: y - r, bottom: y + r };
}

// Below its node, or above it if another label or node is there; left out if neither is free.
export function drawLabels(context: CanvasRenderingContext2D, scene: Scene, colors: Colors): void {
  const px = FONT_PX / Math.max(0.6, scene.frame.scale);
  context.font = `${px}px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = px / 4;
  context.strokeStyle = colors.surface;
  const seen = sight(scene.frame, context.canvas);
  const wanted = labelled(scene, seen).map((node) => {
    const text = shortened(scene.label(node.submission));
    const width = context.measureText(text).width + px / 2;
    // Names at the edge stay inside.
    const x = Math.max(seen.left + width / 2, Math.min(seen.right - width / 2, node.x));
    return { node, text, x, width, tops: [node.y + GAP, node.y - GAP - px] };
  });
  for (const { label, top } of placeLabels(wanted, px, scene.graph.nodes.map(nodeBox))) {
    context.fillStyle = label.node === scene.pointed ? colors.ink : colors.muted;
    context.strokeText(label.text, label.x, top);
    context.fillText(label.text, label.x, top);
  }
}
