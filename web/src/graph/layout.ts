import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { Pair } from "../report/report";
import type { Cluster } from "./clusters";

export interface Node {
  submission: number;
  cluster: number;
  x: number;
  y: number;
}

export interface Link {
  source: Node;
  target: Node;
  score: number;
  pair: Pair;
}

export interface Graph {
  nodes: Node[];
  links: Link[];
  circles: { x: number; y: number; r: number; cluster: number }[];
  hiddenLinks: number;
  width: number;
  height: number;
}

export const NODE_RADIUS = 7;
const MARGIN = 18;
const LINKS_A_NODE = 6;

// Every node keeps its strongest links. All links of a dense cluster would be unreadable.
function strongestLinks(cluster: Cluster, nodeOf: Map<number, Node>): Link[] {
  const degree = new Map<number, number>();
  const room = (submission: number): boolean => {
    const used = degree.get(submission) ?? 0;
    degree.set(submission, used + 1);
    return used < LINKS_A_NODE;
  };
  return cluster.pairs.flatMap((pair) => {
    const [a, b] = [room(pair.ai), room(pair.bi)];
    const [source, target] = [nodeOf.get(pair.ai), nodeOf.get(pair.bi)];
    return (a || b) && source && target ? [{ source, target, score: pair.score, pair }] : [];
  });
}

function ring(cluster: Cluster, index: number): Node[] {
  const radius = Math.max(14, cluster.members.length * 3);
  return cluster.members.map((submission, i) => {
    const angle = (2 * Math.PI * i) / cluster.members.length;
    return { submission, cluster: index, x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

// Moves similar submissions close to each other. The same input always gives the same picture.
function settle(nodes: Node[], links: Link[], room: number): void {
  const ticks = Math.min(250, Math.ceil(60_000 / nodes.length));
  const simulation = forceSimulation(nodes)
    .force(
      "charge",
      forceManyBody()
        .strength(-60 * room * room)
        .distanceMax(260 * room),
    )
    .force(
      "link",
      forceLink<Node, Link>(links)
        .distance((link) => room * (26 + 46 * (1 - link.score)))
        .strength(0.5),
    )
    .force("collide", forceCollide(room * (NODE_RADIUS + 4)))
    .force("x", forceX(0).strength(0.05))
    .force("y", forceY(0).strength(0.05))
    .stop();
  simulation.tick(ticks);
}

function radiusOf(nodes: Node[]): number {
  const x = nodes.reduce((sum, n) => sum + n.x, 0) / nodes.length;
  const y = nodes.reduce((sum, n) => sum + n.y, 0) / nodes.length;
  let radius = 0;
  for (const node of nodes) {
    node.x -= x;
    node.y -= y;
    radius = Math.max(radius, Math.hypot(node.x, node.y));
  }
  return radius + NODE_RADIUS + 8;
}

type Arrangement = Pick<Graph, "circles" | "width" | "height">;

const NAME_HEIGHT = 16;

interface Placed {
  nodes: Node[];
  radius: number;
}

// Puts the clusters into rows like the words of a paragraph, the largest first.
function inRows(placed: readonly Placed[], width: number): Arrangement {
  const circles: Graph["circles"] = [];
  let [x, y, rowHeight, widest] = [MARGIN, MARGIN, 0, 0];
  placed.forEach(({ radius }, cluster) => {
    if (x > MARGIN && x + 2 * radius + MARGIN > width) {
      [x, y, rowHeight] = [MARGIN, y + rowHeight + MARGIN, 0];
    }
    circles.push({ x: x + radius, y: y + radius, r: radius, cluster });
    x += 2 * radius + MARGIN;
    rowHeight = Math.max(rowHeight, 2 * radius);
    widest = Math.max(widest, x);
  });
  return { circles, width: widest, height: y + rowHeight + MARGIN };
}

const WIDER = 1.08;

// The narrowest rows whose width is at least `aspect` times their height.
function arranged(placed: readonly Placed[], aspect: number): Arrangement {
  let width = 2 * Math.max(0, ...placed.map((p) => p.radius)) + 2 * MARGIN;
  const all = placed.reduce((sum, p) => sum + 2 * p.radius + MARGIN, MARGIN);
  while (width < all) {
    const rows = inRows(placed, width);
    if (rows.width >= aspect * rows.height) return rows;
    width *= WIDER;
  }
  return inRows(placed, all);
}

// Small graphs have names below their nodes, which take space.
const NAMED_UP_TO = 60;
const NAMED_ROOM = 2.2;

// The picture of the clusters. `aspect` is the width of the available area divided by its height.
export function layOut(clusters: readonly Cluster[], aspect: number): Graph {
  const members = clusters.reduce((sum, cluster) => sum + cluster.members.length, 0);
  const room = members <= NAMED_UP_TO ? NAMED_ROOM : 1;
  const links: Link[] = [];
  let hiddenLinks = 0;
  const placed = clusters.map((cluster, index): Placed => {
    const nodes = ring(cluster, index);
    const nodeOf = new Map(nodes.map((node) => [node.submission, node]));
    const own = strongestLinks(cluster, nodeOf);
    hiddenLinks += cluster.pairs.length - own.length;
    settle(nodes, own, room);
    links.push(...own);
    return { nodes, radius: radiusOf(nodes) + (room > 1 ? NAME_HEIGHT : 0) };
  });
  const arrangement = arranged(placed, aspect);
  placed.forEach(({ nodes }, index) => {
    for (const node of nodes) {
      node.x += arrangement.circles[index]!.x;
      node.y += arrangement.circles[index]!.y;
    }
  });
  const nodes = placed.flatMap((p) => p.nodes);
  return { nodes, links, hiddenLinks, ...arrangement };
}
