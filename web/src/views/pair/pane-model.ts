import { signal } from "@preact/signals";
import { Heights } from "../../text/heights";
import { rowOfOffset, rowsOf, type Row, type SideFile } from "../../text/rows";

export const LINE_HEIGHT = 20;
export const HEADING_HEIGHT = 40;
export const CHARACTER_WIDTH = 7.8; // of the code font at 13 px
export const GUTTER_WIDTH = 58;

export interface Extent {
  top: number;
  bottom: number;
}

// The content and the scroll position of a pane. Ribbons and overview bars read the same model.
export class PaneModel {
  readonly rows: Row[];
  readonly scrollTop = signal(0);
  readonly viewHeight = signal(600);
  // Changes when the height of a row changes.
  readonly layout = signal(0);
  heights: Heights;
  private element: HTMLElement | null = null;
  private shown: number | null = null;
  private readonly extents = new Map<number, { first: number; last: number }>();

  constructor(
    readonly files: readonly SideFile[],
    readonly wrap: boolean,
    paneWidth: number,
  ) {
    this.rows = rowsOf(files);
    this.heights = new Heights(this.rows.map((row) => this.estimate(row, paneWidth)));
    files.forEach((file, index) => {
      for (const span of file.passages) {
        const first = rowOfOffset(this.rows, index, span.begin);
        const last = rowOfOffset(this.rows, index, Math.max(span.begin, span.end - 1));
        this.extents.set(span.passage, { first, last });
      }
    });
  }

  // The text and space below it, so that its end can be next to any part of the other text.
  get scrollHeight(): number {
    return this.heights.total + Math.max(0, this.viewHeight.value - LINE_HEIGHT);
  }

  get longestLine(): number {
    return this.rows.reduce(
      (longest, row) => (row.type === "line" ? Math.max(longest, row.end - row.begin) : longest),
      0,
    );
  }

  attach(element: HTMLElement | null): void {
    this.element = element;
    if (!element) return;
    this.viewHeight.value = element.clientHeight;
    this.scrollTop.value = element.scrollTop;
  }

  // The position of a passage, from the top of the whole text.
  extent(passage: number): Extent | null {
    const rows = this.extents.get(passage);
    if (!rows) return null;
    return { top: this.heights.top(rows.first), bottom: this.heights.top(rows.last + 1) };
  }

  fileAt(distance: number): number {
    return this.rows[this.heights.rowAt(distance)]?.file ?? 0;
  }

  showFile(file: number): void {
    const row = this.rows.findIndex((r) => r.file === file);
    if (row >= 0) this.scrollTo(this.heights.top(row));
  }

  scrollTo(top: number): void {
    if (!this.element) return;
    this.element.scrollTop = top;
    this.scrollTop.value = this.element.scrollTop;
  }

  // Moves a passage to `height` pixels below the pane's top, and keeps it there while rows around
  // it are measured.
  showPassage(passage: number, height: number): void {
    this.shown = passage;
    const extent = this.extent(passage);
    if (extent) this.scrollTo(extent.top - height);
  }

  // Takes heights from the layout; visible rows do not move.
  measured(rows: readonly { row: number; height: number }[]): void {
    const anchor = this.anchorRow();
    let above = 0;
    let changed = false;
    for (const { row, height } of rows) {
      const change = height - this.heights.height(row);
      if (Math.abs(change) < 0.5) continue;
      this.heights.set(row, height);
      if (row < anchor) above += change;
      changed = true;
    }
    if (!changed) return;
    this.layout.value++;
    if (above !== 0) this.scrollTo(this.scrollTop.value + above);
  }

  private anchorRow(): number {
    const first = this.extents.get(this.shown ?? -1)?.first;
    const top = first === undefined ? -1 : this.heights.top(first) - this.scrollTop.value;
    const inSight = top >= 0 && top < this.viewHeight.value;
    return first !== undefined && inSight ? first : this.heights.rowAt(this.scrollTop.value);
  }

  private estimate(row: Row, paneWidth: number): number {
    if (row.type === "heading") return HEADING_HEIGHT;
    if (row.type === "absent" || !this.wrap) return LINE_HEIGHT;
    const columns = Math.max(20, Math.floor((paneWidth - GUTTER_WIDTH) / CHARACTER_WIDTH));
    return LINE_HEIGHT * Math.max(1, Math.ceil((row.end - row.begin) / columns));
  }
}
