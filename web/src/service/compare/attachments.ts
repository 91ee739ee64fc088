// Additional files for a comparison, chosen on the page and sent before the submissions.
import { signal } from "@preact/signals";
import * as api from "../api";
import type { Sending } from "../http";
import type { Input } from "../input/dropped";
import { packed } from "../input/packed";

export interface Attachment {
  input: Input;
  single: boolean; // sent as a file, not packed
}

// By the name of their option.
export const attached = signal<Readonly<Record<string, Attachment>>>({});

export function setAttachment(name: string, attachment: Attachment | null): void {
  const { [name]: _before, ...others } = attached.value;
  attached.value = attachment ? { ...others, [name]: attachment } : others;
}

function blobOf({ input, single }: Attachment): { file: Blob; name: string } {
  const only = input.files[0];
  if (single && only) return { file: only.file, name: only.file.name };
  return { file: packed(input), name: "" };
}

// The attachments on the server, until a comparison takes them or they are dropped.
export interface Sent {
  ids: Record<string, string>;
  taken: () => void;
  drop: () => void;
}

export async function sendAttachments(
  all: Readonly<Record<string, Attachment>>,
  sending: (name: string) => Sending,
): Promise<Sent> {
  const ids: Record<string, string> = {};
  let waiting = true;
  const drop = (): void => {
    if (waiting) Object.values(ids).forEach((id) => void api.detach(id).catch(() => null));
    waiting = false;
  };
  try {
    for (const [option, attachment] of Object.entries(all)) {
      const { file, name } = blobOf(attachment);
      ids[option] = await api.attach(file, name, sending(attachment.input.name));
    }
  } catch (error) {
    drop();
    throw error;
  }
  return { ids, taken: () => (waiting = false), drop };
}
