import { NODE_RADIUS, type Graph, type Link, type Node } from "../../graph/layout";
import type { Report } from "../../report/report";
import { drawLabels } from "./draw-labels";
import { groupColor } from "./group-colors";

export interface Frame {
  x: number;
  y: number;
  scale: number;
}

export interface Colors {
  ink: string;
  surface: string;
  accent: string;
  muted: string;
  ring: string;
}

function colorsOf(element: Element): Colors {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ink: read("--ink"),
    surface: read("--surface"),
    accent: read("--accent"),
    muted: read("--muted"),
    ring: read("--accent-soft"),
  };
}

export interface Scene {
  graph: Graph;
  frame: Frame;
  report: Report;
  cluster: number | null; // the selected one
  pointed: Node | null;
  link: Link | null; // the one under the pointer
  label: (submission: number) => string;
}

function drawLinks(context: CanvasRenderingContext2D, scene: Scene, colors: Colors): void {
  for (const link of scene.graph.links) {
    const { source, target, score } = link;
    const pointed = link === scene.link;
    context.strokeStyle = pointed ? colors.accent : colors.ink;
    context.globalAlpha = pointed ? 1 : 0.25 + 0.55 * score ** 2;
    context.lineWidth = 0.8 + 3 * score ** 2 + (pointed ? 1.5 : 0);
    context.beginPath();
    context.moveTo(source.x, source.y);
    context.lineTo(target.x, target.y);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function drawNodes(context: CanvasRenderingContext2D, scene: Scene, colors: Colors): void {
  const { report, graph, pointed } = scene;
  for (const node of graph.nodes) {
    const submission = report.submissions[node.submission]!;
    context.beginPath();
    context.arc(node.x, node.y, node === pointed ? NODE_RADIUS + 2 : NODE_RADIUS, 0, 2 * Math.PI);
    const color = groupColor(report.groups, submission.group);
    // Submissions of past years are drawn hollow.
    context.fillStyle = submission.archived ? colors.surface : color;
    context.strokeStyle = submission.archived ? color : colors.surface;
    context.lineWidth = submission.archived ? 3 : 1.5;
    context.fill();
    context.stroke();
  }
}

function drawRing(context: CanvasRenderingContext2D, scene: Scene, colors: Colors): void {
  const circle = scene.graph.circles.find((c) => c.cluster === scene.cluster);
  if (!circle) return;
  context.beginPath();
  context.arc(circle.x, circle.y, circle.r, 0, 2 * Math.PI);
  context.fillStyle = colors.ring;
  context.fill();
  context.strokeStyle = colors.accent;
  context.lineWidth = 1;
  context.stroke();
}

export function drawGraph(canvas: HTMLCanvasElement, scene: Scene): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { x, y, scale } = scene.frame;
  const ratio = devicePixelRatio;
  const [width, height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * x, ratio * y);
  const colors = colorsOf(canvas);
  drawRing(context, scene, colors);
  drawLinks(context, scene, colors);
  drawNodes(context, scene, colors);
  drawLabels(context, scene, colors);
}
