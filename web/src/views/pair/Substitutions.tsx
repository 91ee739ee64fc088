import { VisibleText } from "../../components/Name";
import { count } from "../../report/format";
import type { Substitution } from "../../text/token-diff";

const SHOWN = 8;

// Words in one text that are replaced by other words in the other, and how often.
export function Substitutions({ list }: { list: readonly Substitution[] }) {
  if (list.length === 0) return null;
  return (
    <>
      <h3>What differs</h3>
      <ul class="substitutions">
        {list.slice(0, SHOWN).map(({ left, right, times }) => (
          <li key={`${left}\0${right}`}>
            <code class="substitution-word" title={left}>
              <VisibleText text={left} />
            </code>
            <span class="muted">→</span>
            <code class="substitution-word" title={right}>
              <VisibleText text={right} />
            </code>
            <span class="muted">{times > 1 ? `× ${count(times)}` : ""}</span>
          </li>
        ))}
      </ul>
      {list.length > SHOWN && <p class="muted">and {count(list.length - SHOWN)} more</p>}
    </>
  );
}
