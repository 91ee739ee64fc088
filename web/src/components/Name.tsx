import { visibleParts } from "../text/visible";

// A name is data: shown as text, in its own direction, with its hidden characters named.
export function Name({ text }: { text: string }) {
  return (
    <bdi class="name" title={text}>
      <VisibleText text={text} />
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
