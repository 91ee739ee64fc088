import { visibleParts } from "../text/visible";
import "./name.css";

// A name is data: shown as text, in its own direction, with its hidden characters named.
export function Name({ text, title = text }: { text: string; title?: string }) {
  return (
    <bdi class="name" title={title}>
      <VisibleText text={text} />
    </bdi>
  );
}

// The characters at a long name's end that stay if the whole does not fit: they distinguish files
// of one folder.
const TAIL = 12;

// A name in a row of a table.
export function RowName({ text, title = text }: { text: string; title?: string }) {
  const characters = [...text];
  if (characters.length <= 2 * TAIL) return <Name text={text} title={title} />;
  return (
    <bdi class="name long-name" title={title}>
      <span class="name-head">
        <VisibleText text={characters.slice(0, -TAIL).join("")} />
      </span>
      <span class="name-tail">
        <VisibleText text={characters.slice(-TAIL).join("")} />
      </span>
    </bdi>
  );
}

export function VisibleText({ text }: { text: string }) {
  return (
    <>
      {visibleParts(text).map((part) =>
        part.hidden ? <span class="hidden-mark">{part.text}</span> : part.text,
      )}
    </>
  );
}
