import { signal } from "@preact/signals";
import { takeEmbedded } from "../report/embedded";
import { readStored, writeStored } from "../state/storage";
import type { SideFile } from "../text/rows";
import "./global";
import { highlighterName } from "./languages";
import { tokensOfMarkup, type Token } from "./tokens";

// Longer files are not coloured, since that would block the page.
const MOST_BYTES = 400_000;
const PROGRAM = "whorl-highlighter";

export const colored = signal(readStored("colored") !== "no");

export function toggleColored(): void {
  colored.value = !colored.value;
  writeStored("colored", colored.value ? "yes" : "no");
}

const NO_TOKENS: readonly Token[] = [];
const tokens = new WeakMap<SideFile, readonly Token[]>();
// Changes when a file gets its tokens.
const version = signal(0);

// The tokens found so far; none while colours are off.
export function tokensOfFile(file: SideFile): readonly Token[] {
  void version.value;
  return colored.value ? (tokens.get(file) ?? NO_TOKENS) : NO_TOKENS;
}

let started: Promise<void> | null = null;

// Runs the program that is embedded in the page.
function startHighlighter(): Promise<void> {
  started ??= takeEmbedded(PROGRAM).then((bytes) => {
    const script = document.createElement("script");
    script.textContent = new TextDecoder().decode(bytes);
    document.head.append(script);
  });
  return started;
}

const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

// Finds the tokens of source code, one file after the other, until `stale` returns true.
export async function highlightFiles(
  files: readonly SideFile[],
  stale: () => boolean,
): Promise<void> {
  for (const file of files) {
    const language = highlighterName(file.frontEnd);
    if (tokens.has(file) || !file.text || language === null) continue;
    if (file.text.bytes.length > MOST_BYTES) continue;
    await startHighlighter();
    await breath();
    if (stale()) return;
    const markup = globalThis.whorlHighlight?.(
      file.text.slice(0, file.text.bytes.length),
      language,
    );
    tokens.set(file, markup ? tokensOfMarkup(markup) : NO_TOKENS);
    version.value++;
  }
}
