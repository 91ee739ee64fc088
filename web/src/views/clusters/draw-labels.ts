import { NODE_RADIUS, type Node } from "../../graph/layout";
import type { Colors, Scene } from "./draw-graph";
import { placeLabels } from "./place-labels";

const LABELS_UP_TO = 60;
const GAP = NODE_RADIUS + 3;

// Which nodes want a label, the one that is pointed at first.
function labelled({ graph, cluster, pointed }: Scene): Node[] {
  const picked = graph.nodes.filter((node) => node.cluster === cluster);
  const few = graph.named ? graph.nodes : picked.slice(0, LABELS_UP_TO);
  return pointed ? [pointed, ...few.filter((node) => node !== pointed)] : few;
}

const [HEAD, TAIL] = [9, 12];

function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= HEAD + TAIL + 1) return name;
  return `${characters.slice(0, HEAD).join("")}…${characters.slice(-TAIL).join("")}`;
}

// Below its node, or above it where another label is; left out where neither is free.
export function drawLabels(context: CanvasRenderingContext2D, scene: Scene, colors: Colors): void {
  const px = 13 / Math.max(0.6, scene.frame.scale);
  context.font = `${px}px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = px / 4;
  context.strokeStyle = colors.surface;
  const wanted = labelled(scene).map((node) => {
    const text = shortened(scene.label(node.submission));
    const width = context.measureText(text).width + px / 2;
    return { node, text, x: node.x, width, tops: [node.y + GAP, node.y - GAP - px] };
  });
  for (const { label, top } of placeLabels(wanted, px)) {
    context.fillStyle = label.node === scene.pointed ? colors.ink : colors.muted;
    context.strokeText(label.text, label.x, top);
    context.fillText(label.text, label.x, top);
  }
}
