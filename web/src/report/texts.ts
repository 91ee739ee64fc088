import { takeEmbedded } from "./embedded";
import type { ByteSpan, ViewData } from "./types";
import { LineText } from "../text/line-text";

// The texts of the submissions' files. A chunk is unpacked when one of its files is first shown.
export class TextStore {
  // A file in several languages has one entry for each language.
  private readonly filesOf = new Map<string, number[]>();
  private readonly chunks = new Map<number, Promise<Uint8Array>>();

  constructor(private readonly view: ViewData) {
    view.paths.forEach((path, index) => {
      this.filesOf.set(path, [...(this.filesOf.get(path) ?? []), index]);
    });
  }

  // Null if the report lacks the text of this file.
  async text(path: string): Promise<LineText | null> {
    const slot = this.view.texts[this.filesOf.get(path)?.[0] ?? -1];
    if (!slot) return null;
    const [chunk, begin, length] = slot;
    const bytes = await this.chunk(chunk);
    return new LineText(bytes.subarray(begin, begin + length));
  }

  base(path: string): readonly ByteSpan[] {
    const spans = (this.filesOf.get(path) ?? []).flatMap((file) => this.view.base[file] ?? []);
    return spans.sort(([x], [y]) => x - y);
  }

  private chunk(index: number): Promise<Uint8Array> {
    let chunk = this.chunks.get(index);
    if (!chunk) {
      chunk = takeEmbedded(`whorl-text-${index}`);
      this.chunks.set(index, chunk);
    }
    return chunk;
  }
}
