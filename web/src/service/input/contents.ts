// Finds dropped files by the names that the server gives to documents, which may begin with the
// archive's name.
import { archiveOf, type Input } from "./dropped";
import { untarred } from "./untar";
import { unzipped } from "./unzip";

export const MOST_SHOWN = 8 << 20; // bytes of a text that is shown

type Wanted = (name: string) => boolean;

async function unpacked(archive: File, wanted: Wanted): Promise<Blob | null> {
  if (/\.zip$/i.test(archive.name)) return unzipped(archive, wanted, MOST_SHOWN);
  const gzipped = /\.(tgz|tar\.gz)$/i.test(archive.name);
  if (!gzipped && !/\.tar$/i.test(archive.name)) return null;
  return untarred(archive, gzipped, wanted, MOST_SHOWN);
}

// A file of a folder, or of a zip, tar or tar.gz archive; null for other archives and for files
// that are too large to show.
export async function contentOf(input: Input, name: string): Promise<Blob | null> {
  const named = (path: string): boolean => name === path || name.endsWith(`/${path}`);
  const archive = archiveOf(input);
  if (archive) return unpacked(archive, named);
  const file = input.files.find(({ path }) => named(path))?.file;
  return file && file.size <= MOST_SHOWN ? file : null;
}
