import { VisibleText } from "../../components/Name";
import { counted } from "../../report/format";
import type { IgnoredData } from "../../report/types";
import { useSession } from "../../state/session";

const SHOWN_LETTERS = 200;

function Item({ passage }: { passage: IgnoredData }) {
  const { reviews } = useSession();
  const text = passage.text.replace(/\s+/g, " ").trim();
  return (
    <li>
      <code>
        <VisibleText text={text.slice(0, SHOWN_LETTERS)} />
        {text.length > SHOWN_LETTERS && "…"}
      </code>
      <button class="button" onClick={() => reviews.countAgain(passage.text)}>
        Count it again
      </button>
    </li>
  );
}

// The passages that the reviewer ignores.
export function Ignored() {
  const { ignored } = useSession().reviews;
  if (ignored.length === 0) return null;
  return (
    <section class="card ignored" aria-label="Ignored passages">
      <h2>{counted(ignored.length, "ignored passage")}</h2>
      <p class="muted">
        The next comparison that uses your saved verdicts treats each of them as given code. The
        scores on this page do not change.
      </p>
      <ul>
        {ignored.map((passage) => (
          <Item key={passage.text} passage={passage} />
        ))}
      </ul>
    </section>
  );
}
