import type { ByteSpan, PlaceData } from "../../src/report/types";

// A file built from blocks; it records the position of each block.
export class FileWriter {
  private text = "";
  private bytes = 0;
  private line = 1;
  symbols = 0;
  baseSymbols = 0;
  readonly base: ByteSpan[] = [];

  constructor(readonly path: string) {}

  add(block: string): PlaceData {
    const body = block.replace(/\n+$/, "");
    const place = {
      file: this.path,
      begin: this.bytes,
      end: this.bytes + Buffer.byteLength(body),
      first_line: this.line,
      last_line: this.line + linesIn(body),
    };
    this.text += block;
    this.bytes += Buffer.byteLength(block);
    this.line += linesIn(block);
    this.symbols += symbolsIn(block);
    return place;
  }

  addBase(block: string): void {
    const place = this.add(block);
    const symbols = symbolsIn(block);
    this.symbols -= symbols;
    this.baseSymbols += symbols;
    this.base.push([place.begin, place.end]);
  }

  get lines(): number {
    return this.line - 1;
  }

  toBuffer(): Buffer {
    return Buffer.from(this.text);
  }
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}

export function symbolsIn(text: string): number {
  return text.match(/\w+|[^\w\s]/g)?.length ?? 0;
}
