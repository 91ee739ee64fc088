import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { counted } from "../report/format";
import { useSession } from "../state/session";
import { saveFile } from "./save-file";

const message = signal("");

// Saves and loads the reviewer's verdicts as the small file that the next run reads.
export function ReviewFile() {
  const { reviews } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const load = async (files: FileList | null): Promise<void> => {
    const file = files?.[0];
    if (!file) return;
    try {
      message.value = `${counted(reviews.load(await file.text()), "verdict")} loaded`;
    } catch (error) {
      message.value = error instanceof Error ? error.message : String(error);
    }
    if (input.current) input.current.value = "";
  };
  return (
    <>
      <span class="muted review-message" role="status">
        {message.value}
      </span>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="Verdict file"
        onChange={(event) => void load(event.currentTarget.files)}
      />
      <button
        class="button bare"
        aria-label="Load verdicts"
        title="Load verdicts from a file saved earlier"
        onClick={() => input.current?.click()}
      >
        Load<span class="wide">verdicts</span>
      </button>
      <button
        class={reviews.unsaved.value ? "button primary" : "button bare"}
        aria-label="Save verdicts"
        title="Save verdicts and notes in a file, also for the next run"
        onClick={() => {
          saveFile("whorl-review.json", "application/json", reviews.save());
          message.value = "";
        }}
      >
        Save<span class="wide">verdicts</span>
      </button>
    </>
  );
}
