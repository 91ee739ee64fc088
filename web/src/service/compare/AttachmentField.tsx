import { useId } from "preact/hooks";
import { Name } from "../../components/Name";
import { Failure, useWork } from "../components/work";
import { Picker } from "../input/DropZone";
import { takeDropped, type Input } from "../input/dropped";
import { attached, setAttachment } from "./attachments";

interface Props {
  name: string; // name of the option
  label: string;
  explained: string;
  single: boolean;
}

// Additional files for a comparison, dropped here or chosen. They are kept for the next comparison
// too.
export function AttachmentField({ name, label, explained, single }: Props) {
  const heading = useId();
  const work = useWork();
  const chosen = attached.value[name];
  const take = (input: Promise<Input>): void => {
    void work.run(async () => setAttachment(name, { input: await input, single }));
  };
  return (
    <div
      class="attachment"
      role="group"
      aria-labelledby={heading}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (event.dataTransfer) take(takeDropped(event.dataTransfer));
      }}
    >
      <span class="label" id={heading}>
        {label}
      </span>
      {chosen ? (
        <span class="chosen">
          <Name text={chosen.input.name} />
          <button
            type="button"
            class="button bare"
            aria-label={`Remove ${label}`}
            onClick={() => setAttachment(name, null)}
          >
            Remove
          </button>
        </span>
      ) : (
        <div class="attachment-choices">
          <Picker
            label={label}
            words={single ? "Choose a file…" : "Choose files…"}
            single={single}
            take={take}
          />
          {!single && (
            <Picker label={`${label}: a folder`} words="Choose a folder…" folder take={take} />
          )}
        </div>
      )}
      <span class="explained">{explained}</span>
      <Failure work={work} />
    </div>
  );
}
