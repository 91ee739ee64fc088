// What was dropped as the server takes it.
import { archiveOf, type Input } from "./dropped";
import { tarOf } from "./tar";

const TYPES: readonly [RegExp, string][] = [
  [/\.zip$/i, "application/zip"],
  [/\.7z$/i, "application/x-7z-compressed"],
  [/\.t?gz$/i, "application/gzip"],
];

// An archive as it is, said to be one whatever the browser takes it for; anything else as a tar.
export function packed(input: Input): Blob {
  const archive = archiveOf(input);
  if (!archive) return tarOf(input.files.map(({ path, file }) => ({ path, content: file })));
  const type = TYPES.find(([ending]) => ending.test(archive.name))?.[1] ?? "application/x-tar";
  return new Blob([archive], { type });
}

const LOOKED_AT = 4096; // bytes

// One file of plain text, which needs no archive around it; null: anything else.
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
  // Of JSON the server would take what it says for the question.
  return new File([only], only.name, { type: "text/plain" });
}
