// One file of a tar archive on the reader's disk (POSIX ustar, with pax headers and the long names
// of GNU tar), also compressed by gzip. Keeps no more than requested; damaged archives give null.

const BLOCK = 512;
const NAME = { at: 0, length: 100 };
const SIZE = { at: 124, length: 12 };
const TYPE = 156;
const MAGIC = { at: 257, length: 5 };
const PREFIX = { at: 345, length: 155 };
const MOST_EXTENDED = 1 << 20; // bytes of a pax header
const FILE_TYPES = ["0", "\0"];

// The bytes of a stream, as many as requested.
class Bytes {
  private piece = new Uint8Array(0);

  constructor(private readonly reader: ReadableStreamDefaultReader<Uint8Array>) {}

  async take(count: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const all = new Uint8Array(count);
    const whole = await this.each(count, (part, at) => all.set(part, at));
    return whole ? all : null;
  }

  skip(count: number): Promise<boolean> {
    return this.each(count, () => {});
  }

  private async each(count: number, use: (part: Uint8Array, at: number) => void): Promise<boolean> {
    for (let at = 0; at < count;) {
      if (this.piece.length === 0) {
        const { done, value } = await this.reader.read();
        if (done) return false;
        this.piece = value.slice();
      }
      const part = this.piece.subarray(0, count - at);
      use(part, at);
      at += part.length;
      this.piece = this.piece.subarray(part.length);
    }
    return true;
  }
}

const decoder = new TextDecoder();

function text(block: Uint8Array, { at, length }: { at: number; length: number }): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end));
}

function nameOf(block: Uint8Array): string {
  const prefix = text(block, MAGIC) === "ustar" ? text(block, PREFIX) : "";
  return prefix === "" ? text(block, NAME) : `${prefix}/${text(block, NAME)}`;
}

// "LENGTH KEY=VALUE\n", one after the other.
function paxRecords(bytes: Uint8Array): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at);
    const length = blank < 0 ? NaN : Number(decoder.decode(bytes.subarray(at, blank)));
    if (!(length > 0) || at + length > bytes.length) break;
    const [key = "", ...value] = decoder
      .decode(bytes.subarray(blank + 1, at + length - 1))
      .split("=");
    records.set(key, value.join("="));
    at += length;
  }
  return records;
}

interface Extended {
  path?: string;
  size?: string;
}

// What an extended header says about the next file; null if it is damaged.
function extended(type: string, bytes: Uint8Array): Extended {
  if (type === "L") return { path: text(bytes, { at: 0, length: bytes.length }) };
  const records = paxRecords(bytes);
  const [path, size] = [records.get("path"), records.get("size")];
  return { ...(path === undefined ? {} : { path }), ...(size === undefined ? {} : { size }) };
}

async function found(
  bytes: Bytes,
  wanted: (name: string) => boolean,
  most: number,
): Promise<Blob | null> {
  let before: Extended = {};
  for (;;) {
    const block = await bytes.take(BLOCK);
    if (!block || block.every((byte) => byte === 0)) return null;
    const type = String.fromCharCode(block[TYPE] ?? 0);
    const size = before.size ? Number(before.size) : parseInt(text(block, SIZE).trim(), 8);
    if (!(size >= 0)) return null;
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if (type === "x" || type === "L") {
      const head = size > MOST_EXTENDED ? null : await bytes.take(size);
      if (!head || !(await bytes.skip(padding))) return null;
      before = { ...before, ...extended(type, head) };
      continue;
    }
    if (FILE_TYPES.includes(type) && wanted(before.path ?? nameOf(block))) {
      const content = size > most ? null : await bytes.take(size);
      return content && new Blob([content]);
    }
    before = {};
    if (!(await bytes.skip(size + padding))) return null;
  }
}

// The first file for which `wanted` is true, if it has at most `most` bytes.
export async function untarred(
  archive: Blob,
  gzipped: boolean,
  wanted: (name: string) => boolean,
  most: number,
): Promise<Blob | null> {
  const packed = archive.stream();
  const stream = gzipped ? packed.pipeThrough(new DecompressionStream("gzip")) : packed;
  const reader = stream.getReader();
  try {
    return await found(new Bytes(reader), wanted, most);
  } catch {
    return null; // damaged archives are treated as missing
  } finally {
    await reader.cancel().catch(() => null);
  }
}
