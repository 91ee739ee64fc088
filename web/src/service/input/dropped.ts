// Dropped or chosen files with their paths, including those of folders.

export interface InputFile {
  path: string; // below the dropped item, with slashes
  file: File;
}

export interface Input {
  name: string; // for the reader
  files: InputFile[];
}

const ARCHIVE = /\.(zip|7z|tar|tgz|tbz2?|txz|tar\.(gz|bz2|xz|zst))$/i;
// Files of systems and tools in folders, which the program does not read.
const LITTER =
  /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|(__MACOSX|\.git|\.svn|\.hg|node_modules|__pycache__)\/.*)$/;

export function archiveOf({ files }: Input): File | null {
  const only = files.length === 1 ? files[0]?.file : undefined;
  return only && ARCHIVE.test(only.name) ? only : null;
}

function fileBehind(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function batchOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

// A browser returns a folder in batches; the last one is empty.
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (let batch = await batchOf(reader); batch.length > 0; batch = await batchOf(reader)) {
    all.push(...batch);
  }
  return all;
}

async function filesBelow(entry: FileSystemEntry, path: string): Promise<InputFile[]> {
  if (entry.isFile) return [{ path, file: await fileBehind(entry as FileSystemFileEntry) }];
  const inner = await entriesOf(entry as FileSystemDirectoryEntry);
  const files = inner.map((one) => filesBelow(one, `${path}/${one.name}`));
  return (await Promise.all(files)).flat();
}

// A single folder is replaced by its contents.
function withoutFolder(files: InputFile[]): InputFile[] {
  const folder = files[0]?.path.split("/", 1)[0];
  const inside = files.every(({ path }) => path.startsWith(`${folder}/`));
  if (!inside) return files;
  return files.map(({ path, file }) => ({ path: path.slice(`${folder}/`.length), file }));
}

function inputOf(name: string, all: InputFile[]): Input {
  const files = withoutFolder(all.filter(({ path }) => !LITTER.test(path)));
  if (files.length === 0) {
    throw new Error("It contains no files. Choose a folder or an archive that contains some.");
  }
  files.sort((x, y) => (x.path < y.path ? -1 : 1));
  return { name, files };
}

function nameOf(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? "") : `${names.length} files and folders`;
}

// The entries must be taken during the event; their files may be read afterwards.
export function takeDropped(transfer: DataTransfer): Promise<Input> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  // Items that do not come from a disk have only files.
  if (entries.length === 0) {
    const { files } = transfer;
    return new Promise((resolve) => resolve(takeChosen(files)));
  }
  const read = async (): Promise<Input> => {
    const files = await Promise.all(entries.map((entry) => filesBelow(entry, entry.name)));
    return inputOf(nameOf(entries.map(({ name }) => name)), files.flat());
  };
  return read();
}

export function takeChosen(list: FileList | null): Input {
  const files = [...(list ?? [])].map((file) => ({
    path: file.webkitRelativePath || file.name,
    file,
  }));
  const tops = [...new Set(files.map(({ path }) => path.split("/", 1)[0] ?? ""))];
  return inputOf(nameOf(tops), files);
}
