const LF = 0x0a;
const CR = 0x0d;

// A text as bytes of UTF-8 with the offsets of its lines. Lines count from 0 here and from 1 for
// the reader; they end at LF, CR LF or CR.
export class LineText {
  private readonly starts: number[];
  private static readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(readonly bytes: Uint8Array) {
    this.starts = lineStarts(bytes);
  }

  get lineCount(): number {
    return this.starts.length;
  }

  lineBegin(line: number): number {
    return this.starts[line] ?? this.bytes.length;
  }

  // The end of the line's text, without its line end.
  lineEnd(line: number): number {
    let end = this.lineBegin(line + 1);
    const begin = this.lineBegin(line);
    if (end > begin && this.bytes[end - 1] === LF) end--;
    if (end > begin && this.bytes[end - 1] === CR) end--;
    return end;
  }

  lineAt(offset: number): number {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.lineBegin(middle) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  slice(begin: number, end: number): string {
    return LineText.decoder.decode(this.bytes.subarray(begin, end));
  }
}

// An empty text has one empty line; a final line end begins no further line.
function lineStarts(bytes: Uint8Array): number[] {
  const starts = [0];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte !== LF && byte !== CR) continue;
    if (byte === CR && bytes[i + 1] === LF) i++;
    if (i + 1 < bytes.length) starts.push(i + 1);
  }
  return starts;
}
