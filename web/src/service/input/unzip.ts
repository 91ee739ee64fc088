// One file of a zip archive on the reader's disk (APPNOTE 6.3.9 of PKWARE, sections 4.3 and 4.5).
// Reads no more than requested; damaged or encrypted archives give null.

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const CENTRAL_SIZE = 46;
const LOCAL_SIZE = 30;
const LONGEST_COMMENT = 65_535;
const MOST_DIRECTORY = 16 << 20; // bytes
const ENCRYPTED = 1;
const [STORED, DEFLATED] = [0, 8];

interface Entry {
  name: string;
  flags: number;
  method: number;
  packed: number; // bytes
  size: number;
  at: number; // of its local header
}

async function view(archive: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await archive.slice(from, to).arrayBuffer());
}

async function directory(archive: Blob): Promise<DataView | null> {
  const tail = Math.max(0, archive.size - END_SIZE - LONGEST_COMMENT);
  const end = await view(archive, tail, archive.size);
  for (let at = end.byteLength - END_SIZE; at >= 0; at--) {
    if (end.getUint32(at, true) !== END) continue;
    const [size, from] = [end.getUint32(at + 12, true), end.getUint32(at + 16, true)];
    if (size > MOST_DIRECTORY || from + size > archive.size) return null;
    return view(archive, from, from + size);
  }
  return null;
}

function* entries(view: DataView): Generator<Entry> {
  const decoder = new TextDecoder();
  for (let at = 0; at + CENTRAL_SIZE <= view.byteLength;) {
    if (view.getUint32(at, true) !== CENTRAL) return;
    const [named, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const next = at + CENTRAL_SIZE + named! + extra! + comment!;
    if (next > view.byteLength) return;
    yield {
      name: decoder.decode(new Uint8Array(view.buffer, at + CENTRAL_SIZE, named)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    at = next;
  }
}

// At most `most` bytes of a stream; null if it has more.
async function drained(stream: ReadableStream<Uint8Array>, most: number): Promise<Blob | null> {
  const parts: BlobPart[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    size += value.length;
    if (size > most) {
      await reader.cancel();
      return null;
    }
    parts.push(value.slice());
  }
}

async function unpacked(archive: Blob, entry: Entry, most: number): Promise<Blob | null> {
  if ((entry.flags & ENCRYPTED) !== 0 || entry.size > most) return null;
  const local = await view(archive, entry.at, entry.at + LOCAL_SIZE);
  if (local.byteLength < LOCAL_SIZE || local.getUint32(0, true) !== LOCAL) return null;
  const begin = entry.at + LOCAL_SIZE + local.getUint16(26, true) + local.getUint16(28, true);
  const packed = archive.slice(begin, begin + entry.packed);
  if (entry.method === STORED) return packed.size <= most ? packed : null;
  if (entry.method !== DEFLATED) return null;
  return drained(packed.stream().pipeThrough(new DecompressionStream("deflate-raw")), most);
}

// The first file for which `wanted` is true, if it has at most `most` bytes.
export async function unzipped(
  archive: Blob,
  wanted: (name: string) => boolean,
  most: number,
): Promise<Blob | null> {
  try {
    const all = await directory(archive);
    for (const entry of all ? entries(all) : []) {
      if (wanted(entry.name)) return await unpacked(archive, entry, most);
    }
  } catch {
    // Damaged archives are treated as missing.
  }
  return null;
}
