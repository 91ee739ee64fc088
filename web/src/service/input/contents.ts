// What was dropped, by the names that the server gives documents: it may put the archive's name
// before a path.
import { archiveOf, type Input } from "./dropped";
import { untarred } from "./untar";
import { unzipped } from "./unzip";

export const MOST_SHOWN = 8 << 20; // bytes of a text

type Wanted = (name: string) => boolean;

async function unpacked(archive: File, wanted: Wanted): Promise<Blob | null> {
  if (/\.zip$/i.test(archive.name)) return unzipped(archive, wanted, MOST_SHOWN);
  const gzipped = /\.(tgz|tar\.gz)$/i.test(archive.name);
  if (!gzipped && !/\.tar$/i.test(archive.name)) return null;
  return untarred(archive, gzipped, wanted, MOST_SHOWN);
}

// A file of a folder, or of an archive that is zip, tar or tar.gz; null where it is in another, or
// too large to be shown.
export async function contentOf(input: Input, name: string): Promise<Blob | null> {
  const named = (path: string): boolean => name === path || name.endsWith(`/${path}`);
  const archive = archiveOf(input);
  if (archive) return unpacked(archive, named);
  const file = input.files.find(({ path }) => named(path))?.file;
  return file && file.size <= MOST_SHOWN ? file : null;
}
