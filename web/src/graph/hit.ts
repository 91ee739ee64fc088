import { NODE_RADIUS, type Graph, type Link, type Node } from "./layout";

interface Point {
  x: number;
  y: number;
}

function nearest<T>(items: readonly T[], distance: (item: T) => number, reach: number): T | null {
  let best: T | null = null;
  let least = reach;
  for (const item of items) {
    const away = distance(item);
    if (away > least) continue;
    [best, least] = [item, away];
  }
  return best;
}

// The node at a point; `scale` is in pixels per unit.
export function nodeAt(graph: Graph, { x, y }: Point, scale: number): Node | null {
  const reach = Math.max(NODE_RADIUS + 3, 8 / scale);
  return nearest(graph.nodes, (node) => Math.hypot(node.x - x, node.y - y), reach);
}

const LINK_REACH = 5;

function distanceToLink({ source, target }: Link, { x, y }: Point): number {
  const [dx, dy] = [target.x - source.x, target.y - source.y];
  const length = dx * dx + dy * dy;
  const along = length > 0 ? ((x - source.x) * dx + (y - source.y) * dy) / length : 0;
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(source.x + at * dx - x, source.y + at * dy - y);
}

// The link at a point that has no node.
export function linkAt(graph: Graph, point: Point, scale: number): Link | null {
  return nearest(graph.links, (link) => distanceToLink(link, point), LINK_REACH / scale);
}
