// The page of `whorl serve` shows a report in a frame, with its own colour theme, and keeps the
// verdicts. Both sides exchange the text of the review file; the frame sends the first message.
import { effect } from "@preact/signals";
import type { Reviews } from "./reviews";
import { theme } from "./theme";

export interface ReviewMessage {
  whorl: "review";
  text: string | null; // null requests the stored text
}

export function isReviewMessage(data: unknown): data is ReviewMessage {
  if (typeof data !== "object" || data === null) return false;
  const { whorl, text } = data as Partial<ReviewMessage>;
  return whorl === "review" && (text === null || typeof text === "string");
}

export interface ThemeMessage {
  whorl: "theme";
  theme: "light" | "dark";
}

function isThemeMessage(data: unknown): data is ThemeMessage {
  if (typeof data !== "object" || data === null) return false;
  const { whorl, theme } = data as Partial<ThemeMessage>;
  return whorl === "theme" && (theme === "light" || theme === "dark");
}

// Sends each change to the surrounding page, after that page has sent the stored verdicts. It can
// check no origin: a report has none, and it sends only what the reader entered.
export function shareWithHost(reviews: Reviews): void {
  if (parent === window) return;
  const tell = (text: string | null): void => {
    parent.postMessage({ whorl: "review", text } satisfies ReviewMessage, "*");
  };
  let begun = false;
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (isThemeMessage(data)) theme.value = data.theme;
    if (!isReviewMessage(data) || data.text === null || begun) return;
    begun = true;
    try {
      reviews.load(data.text);
    } finally {
      effect(() => tell(reviews.text));
    }
  });
  tell(null);
}
