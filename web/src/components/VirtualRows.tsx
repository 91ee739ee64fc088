import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import "./virtual-rows.css";

interface Props {
  label: string;
  count: number;
  rowHeight: number;
  header: ComponentChildren;
  row: (index: number) => ComponentChildren;
  // When this row changes, the table scrolls so that it is visible.
  current?: number | null;
  // When this changes, the table scrolls to its top.
  beginning?: number;
}

const OVERSCAN = 12;

interface Window {
  top: number;
  height: number;
}

function useWindow() {
  const scroller = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<Window>({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = (): void => setSeen({ top: element.scrollTop, height: element.clientHeight });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  return [scroller, seen] as const;
}

// A table with only its visible rows in the page, so that 100,000 rows cost as much as 40.
export function VirtualRows(props: Props) {
  const { label, count, rowHeight, header, row, current = null, beginning = 0 } = props;
  const [scroller, seen] = useWindow();
  const first = Math.max(0, Math.floor(seen.top / rowHeight) - OVERSCAN);
  const last = Math.min(count, Math.ceil((seen.top + seen.height) / rowHeight) + OVERSCAN);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || current === null) return;
    const head = (element.firstElementChild?.firstElementChild as HTMLElement).offsetHeight;
    const top = current * rowHeight;
    const below = top + rowHeight + head - element.clientHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (below > element.scrollTop) element.scrollTop = below;
  }, [current, rowHeight]);

  const begun = useRef(beginning);
  useLayoutEffect(() => {
    if (begun.current !== beginning) scroller.current?.scrollTo(0, 0);
    begun.current = beginning;
  }, [beginning]);

  const rows: ComponentChildren[] = [];
  for (let index = first; index < last; index++) {
    rows.push(
      <div
        key={index}
        class="virtual-row"
        role="row"
        aria-rowindex={index + 2}
        aria-selected={index === current}
        style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
      >
        {row(index)}
      </div>,
    );
  }
  return (
    <div class="virtual-rows" ref={scroller} tabIndex={0} role="region" aria-label={label}>
      <div role="table" aria-label={label} aria-rowcount={count + 1}>
        <div class="virtual-head" role="row" aria-rowindex={1}>
          {header}
        </div>
        <div class="virtual-body" role="rowgroup" style={{ height: `${count * rowHeight}px` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}
