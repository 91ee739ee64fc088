import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { takeChosen, takeDropped, type Input } from "./dropped";
import "./drop-zone.css";

interface Props {
  title: string;
  children: ComponentChildren; // says what may be dropped
  label: string; // label of the button for choosing files
  take: (input: Promise<Input>) => void;
}

interface PickerProps {
  label: string;
  words: string;
  folder?: boolean;
  single?: boolean; // accepts one file only
  take: Props["take"];
}

export function Picker({ label, words, folder = false, single = false, take }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        class="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        multiple={!single}
        {...(folder ? { webkitdirectory: true } : {})}
        onChange={({ currentTarget }) => {
          // Read at once, since clearing the input also empties this list.
          const chosen = new Promise<Input>((resolve) => resolve(takeChosen(currentTarget.files)));
          if (currentTarget.value !== "") take(chosen);
          currentTarget.value = "";
        }}
      />
      <button type="button" class="button" onClick={() => input.current?.click()}>
        {words}
      </button>
    </>
  );
}

// Takes a folder, an archive or files, dropped or chosen.
export function DropZone({ title, children, label, take }: Props) {
  const over = useSignal(false);
  const heading = useId();
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    over.value = false;
    if (event.dataTransfer) take(takeDropped(event.dataTransfer));
  };
  return (
    <div
      class={over.value ? "drop over" : "drop"}
      role="group"
      aria-labelledby={heading}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => (over.value = false)}
      onDrop={drop}
    >
      <strong id={heading}>{title}</strong>
      <p class="muted">{children}</p>
      <div class="drop-choices">
        <Picker label={label} words="Choose files…" take={take} />
        <Picker label={`${label}: a folder`} words="Choose a folder…" folder take={take} />
      </div>
    </div>
  );
}
