import { VisibleText } from "../../components/Name";
import type { PlaceData } from "../../report/types";
import { indentationOf } from "../../text/indentation";
import { piecesOf, type Piece, type Span } from "../../text/pieces";
import { readsAsProse } from "../../text/prose";
import type { SideFile } from "../../text/rows";

interface Props {
  file: SideFile;
  place: PlaceData;
  changed: readonly Span[];
}

function looks(piece: Piece): string | undefined {
  if (piece.passages.length === 0) return "outside";
  return piece.changed ? "differs" : undefined;
}

// The whole lines of a passage; text outside of the passage is pale.
export function Excerpt({ file, place, changed }: Props) {
  const { text } = file;
  if (!text) return <p class="muted">The report was written without this text.</p>;
  const layers = {
    passages: [{ passage: 0, begin: place.begin, end: place.end }],
    base: [],
    changed,
  };
  const last = text.lineAt(Math.max(place.begin, place.end - 1));
  const rows = [];
  for (let line = text.lineAt(place.begin); line <= last; line++) {
    const [begin, end] = [text.lineBegin(line), text.lineEnd(line)];
    const indentation = indentationOf(text.slice(begin, end));
    rows.push(
      <div key={line} class="sheet-line">
        <span class="line-number">{line + 1}</span>
        <span>
          {indentation}
          {piecesOf(begin + indentation.length, end, layers).map((piece) => (
            <span key={piece.begin} class={looks(piece)}>
              <VisibleText text={text.slice(piece.begin, piece.end)} />
            </span>
          ))}
        </span>
      </div>,
    );
  }
  return <div class={readsAsProse(file) ? "sheet-excerpt prose" : "sheet-excerpt"}>{rows}</div>;
}
