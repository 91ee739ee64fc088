// Files as one tar archive (POSIX ustar, with pax headers for longer names). The contents are not
// read: the browser takes them from the disk when they are sent.

export interface TarFile {
  path: string;
  content: Blob;
}

const BLOCK = 512;
const NAME = 100; // bytes of a name in ustar
const MOST = 8 ** 11; // a size in ustar
const encoder = new TextEncoder();

function header(name: Uint8Array, size: number, type: string): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  const put = (text: string, at: number): void => block.set(encoder.encode(text), at);
  const octal = (value: number, digits: number): string =>
    `${value.toString(8).padStart(digits, "0")}\0`;
  block.set(name.subarray(0, NAME));
  put(octal(0o644, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(size < MOST ? size : 0, 11), 124);
  put(octal(0, 11), 136);
  put(" ".repeat(8), 148);
  put(type, 156);
  put("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(`${octal(sum, 6)} `, 148);
  return block;
}

function padding(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}

// "LENGTH KEY=VALUE\n", where the length counts itself.
function record(key: string, value: string): Uint8Array<ArrayBuffer> {
  const rest = encoder.encode(` ${key}=${value}\n`).length;
  let length = rest + 1;
  while (`${length}`.length + rest !== length) length = `${length}`.length + rest;
  return encoder.encode(`${length} ${key}=${value}\n`);
}

function paxOf(path: string, size: number): BlobPart[] {
  const long = encoder.encode(path).length > NAME;
  const records = [
    ...(long ? [record("path", path)] : []),
    ...(size < MOST ? [] : [record("size", `${size}`)]),
  ];
  const length = records.reduce((total, one) => total + one.length, 0);
  if (length === 0) return [];
  return [header(encoder.encode("pax"), length, "x"), ...records, padding(length)];
}

export function tarOf(files: readonly TarFile[]): Blob {
  const parts: BlobPart[] = files.flatMap(({ path, content }) => [
    ...paxOf(path, content.size),
    header(encoder.encode(path), content.size, "0"),
    content,
    padding(content.size),
  ]);
  return new Blob([...parts, new Uint8Array(2 * BLOCK)], { type: "application/x-tar" });
}
