import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  label: string;
  explained?: string;
  // Called with the id of the explanation.
  children: (described: string) => ComponentChildren;
}

// A control with its name above it and an explanation below.
export function Field({ label, explained, children }: Props) {
  const id = useId();
  return (
    <div>
      <label>
        <span class="label">{label}</span>
        {children(id)}
      </label>
      {explained && (
        <span class="explained" id={id}>
          {explained}
        </span>
      )}
    </div>
  );
}
