import { useState } from "preact/hooks";
import { Name, VisibleText } from "../../components/Name";
import { counted } from "../../report/format";
import { useSession } from "../../state/session";

const SHOWN_AT_FIRST = 12;

// Inputs that were skipped, or read differently than their names suggest, each with the reason.
export function SkippedList() {
  const { report, names } = useSession();
  const [all, setAll] = useState(false);
  const { skipped } = report;
  const shown = all ? skipped : skipped.slice(0, SHOWN_AT_FIRST);
  return (
    <section class="card skipped" aria-label="Skipped inputs">
      <h2>Skipped, or read otherwise</h2>
      {skipped.length === 0 && <p class="muted">All inputs were read without problems.</p>}
      <ul>
        {shown.map(({ path, reason, kind }, i) => (
          <li key={i}>
            <span class={`tag ${kind === "fallback" ? "fallback" : "left-out"}`}>
              {kind === "fallback" ? "fallback" : "skipped"}
            </span>
            <Name text={names.path(path)} />
            <span class="muted">
              <VisibleText text={reason} />
            </span>
          </li>
        ))}
      </ul>
      {shown.length < skipped.length && (
        <button class="button" onClick={() => setAll(true)}>
          Show all {counted(skipped.length, "input")}
        </button>
      )}
    </section>
  );
}
