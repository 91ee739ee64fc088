import { coloredParts, type Token } from "../highlight/tokens";
import type { LineText } from "../text/line-text";
import { VisibleText } from "./Name";
import "./code-text.css";

interface Props {
  text: LineText | null;
  tokens: readonly Token[];
  begin: number;
  end: number;
}

// Part of a text, with its words coloured by their role in the programming language.
export function CodeText({ text, tokens, begin, end }: Props) {
  if (!text) return null;
  return (
    <>
      {coloredParts(tokens, begin, end).map((part) => {
        const shown = <VisibleText text={text.slice(part.begin, part.end)} />;
        return part.kind ? <span class={`token-${part.kind}`}>{shown}</span> : shown;
      })}
    </>
  );
}
