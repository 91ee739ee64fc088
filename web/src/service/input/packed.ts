// Packs dropped files for the server.
import { archiveOf, type Input } from "./dropped";
import { tarOf } from "./tar";

const TYPES: readonly [RegExp, string][] = [
  [/\.zip$/i, "application/zip"],
  [/\.7z$/i, "application/x-7z-compressed"],
  [/\.t?gz$/i, "application/gzip"],
];

// An archive is sent as it is, with a type by its name, since browsers differ in the types they
// report. Anything else is packed into a tar.
export function packed(input: Input): Blob {
  const archive = archiveOf(input);
  if (!archive) return tarOf(input.files.map(({ path, file }) => ({ path, content: file })));
  const type = TYPES.find(([ending]) => ending.test(archive.name))?.[1] ?? "application/x-tar";
  return new Blob([archive], { type });
}

const LOOKED_AT = 4096; // bytes

// A single file of plain text, which is sent without an archive; null for anything else.
export async function singleText({ files }: Input): Promise<File | null> {
  const only = files.length === 1 ? files[0]?.file : undefined;
  if (!only) return null;
  const head = new Uint8Array(await only.slice(0, LOOKED_AT).arrayBuffer());
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
  } catch {
    return null;
  }
  if (head.includes(0) || /^%PDF-/.test(new TextDecoder().decode(head))) return null;
  // The type keeps the server from reading a JSON file as a request.
  return new File([only], only.name, { type: "text/plain" });
}
