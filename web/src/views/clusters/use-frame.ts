import { useMemo, useRef, useState } from "preact/hooks";
import type { Graph } from "../../graph/layout";
import type { Frame } from "./draw-graph";

interface Size {
  width: number;
  height: number;
}

const FITTED_MOST = 1.6;
const MOST_SCALE = 6;
const PADDING = 16;

// Shows the whole graph, centred.
export function fitted(graph: Graph, size: Size): Frame {
  const across = (size.width - 2 * PADDING) / graph.width;
  const down = (size.height - 2 * PADDING) / graph.height;
  const scale = Math.max(0.01, Math.min(FITTED_MOST, across, down));
  return {
    x: (size.width - graph.width * scale) / 2,
    y: (size.height - graph.height * scale) / 2,
    scale,
  };
}

// Keeps the point of the graph under the pointer where it is.
function zoomed(frame: Frame, x: number, y: number, factor: number, least: number): Frame {
  const scale = Math.min(MOST_SCALE, Math.max(least, frame.scale * factor));
  const by = scale / frame.scale;
  return { x: x - (x - frame.x) * by, y: y - (y - frame.y) * by, scale };
}

// The visible part of the graph: all of it at first. The wheel and dragging change it, and a double
// click shows everything again.
export function useFrame(graph: Graph, size: Size) {
  const whole = useMemo(() => fitted(graph, size), [graph, size]);
  const [moved, setMoved] = useState<{ of: Frame; frame: Frame } | null>(null);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const frame = moved?.of === whole ? moved.frame : whole;
  const move = (next: Frame): void => setMoved({ of: whole, frame: next });
  const handlers = {
    onWheel: (event: WheelEvent) => {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY / 400);
      move(zoomed(frame, event.offsetX, event.offsetY, factor, whole.scale));
    },
    onPointerDown: (event: PointerEvent) => {
      drag.current = { x: event.clientX - frame.x, y: event.clientY - frame.y };
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag.current || event.buttons === 0) return;
      move({ ...frame, x: event.clientX - drag.current.x, y: event.clientY - drag.current.y });
    },
    onPointerUp: () => (drag.current = null),
    onDblClick: () => setMoved(null),
  };
  return { frame, handlers };
}
