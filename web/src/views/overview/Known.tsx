import { useState } from "preact/hooks";
import { Name, VisibleText } from "../../components/Name";
import { counted, lineRange, percent } from "../../report/format";
import type { KnownFileData, KnownSourceData } from "../../report/types";
import { useSession } from "../../state/session";

const SHOWN_AT_FIRST = 12;

function codes({ owner, group, name, date }: KnownSourceData): string {
  return [owner, group, name, date].filter((code) => code !== "").join(", ");
}

function lines(source: KnownSourceData): string {
  return source.lines.map(([first, last]) => lineRange(first, last)).join(", ");
}

function Source({ source }: { source: KnownSourceData }) {
  return (
    <li>
      <VisibleText text={codes(source)} />{" "}
      <span class="muted">
        has {percent(source.contained)} of it{source.lines.length > 0 && ": "}
        {lines(source)}
      </span>
    </li>
  );
}

function File({ file }: { file: KnownFileData }) {
  const { names } = useSession();
  return (
    <li>
      <span class="known-share">{percent(file.known)}</span>
      <Name text={names.path(file.path)} />
      <ul>
        {file.sources.map((source, i) => (
          <Source key={i} source={source} />
        ))}
      </ul>
    </li>
  );
}

// Files that are partly in a registry, and their sources.
export function Known() {
  const { known } = useSession().report;
  const [all, setAll] = useState(false);
  if (known === null) return null;
  const shown = all ? known : known.slice(0, SHOWN_AT_FIRST);
  return (
    <section class="card known" aria-label="Known to the registry">
      <h2>Known to the registry</h2>
      {known.length === 0 && <p class="muted">No part of any file is registered.</p>}
      <ul>
        {shown.map((file) => (
          <File key={file.path} file={file} />
        ))}
      </ul>
      {shown.length < known.length && (
        <button class="button" onClick={() => setAll(true)}>
          Show all {counted(known.length, "file")}
        </button>
      )}
    </section>
  );
}
