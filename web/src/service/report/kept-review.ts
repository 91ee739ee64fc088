// The verdicts of a report in a frame: read from the server, and saved there when they change.
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isReviewMessage, type ReviewMessage, type ThemeMessage } from "../../state/host";
import { shownTheme } from "../../state/theme";
import * as api from "../api";

export type KeptState = "unknown" | "kept" | "keeping" | "refused";

const REST_MS = 400; // between the last key of a note and keeping it

interface Kept {
  state: KeptState;
  failure: string;
}

export function useKeptReview(id: string, frame: RefObject<HTMLIFrameElement | null>): Kept {
  const [kept, setKept] = useState<Kept>({ state: "unknown", failure: "" });
  useEffect(() => {
    const review = new KeptReview(id, frame, setKept);
    const listen = (event: MessageEvent): void => review.take(event);
    addEventListener("message", listen);
    addEventListener("pagehide", review.keepNow);
    return () => {
      removeEventListener("message", listen);
      removeEventListener("pagehide", review.keepNow);
      review.keepNow();
    };
  }, [id]);
  return kept;
}

class KeptReview {
  private last: string | null = null; // the state on the server
  private waiting: string | null = null; // the state that must still be sent
  private timer = 0;

  constructor(
    private readonly id: string,
    private readonly frame: RefObject<HTMLIFrameElement | null>,
    private readonly tell: (kept: Kept) => void,
  ) {}

  take({ source, data }: MessageEvent): void {
    if (source !== this.frame.current?.contentWindow || !isReviewMessage(data)) return;
    if (data.text === null) {
      this.say({ whorl: "theme", theme: shownTheme.value });
      void this.open();
    } else this.put(data.text);
  }

  keepNow = (): void => {
    clearTimeout(this.timer);
    const text = this.waiting;
    this.waiting = null;
    if (text !== null) void this.keep(text);
  };

  private async open(): Promise<void> {
    if (!api.offers("PUT", "/api/jobs/{id}/review")) {
      this.tell({ state: "refused", failure: "" });
      return;
    }
    try {
      const text = JSON.stringify(await api.review(this.id));
      this.say({ whorl: "review", text });
      this.tell({ state: "kept", failure: "" });
    } catch (error) {
      this.failed(error);
    }
  }

  // To the frame, which has no origin that could be named.
  private say(message: ReviewMessage | ThemeMessage): void {
    this.frame.current?.contentWindow?.postMessage(message, "*");
  }

  // The first message of the frame is the verdicts that it received.
  private put(text: string): void {
    if (this.last === null) this.last = text;
    if (text === this.last) return;
    this.waiting = text;
    this.tell({ state: "keeping", failure: "" });
    clearTimeout(this.timer);
    this.timer = window.setTimeout(this.keepNow, REST_MS);
  }

  private async keep(text: string): Promise<void> {
    this.last = text;
    try {
      await api.keepReview(this.id, text);
      if (this.waiting === null) this.tell({ state: "kept", failure: "" });
    } catch (error) {
      this.failed(error);
    }
  }

  private failed(error: unknown): void {
    const failure = error instanceof Error ? error.message : String(error);
    this.tell({ state: "refused", failure });
  }
}
