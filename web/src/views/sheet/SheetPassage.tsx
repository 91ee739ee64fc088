import { KindMark } from "../../components/KindMark";
import { Name, VisibleText } from "../../components/Name";
import { counted, lineRange } from "../../report/format";
import { howRare, KIND_LABELS, whyMatched } from "../../report/kind-words";
import type { Submission } from "../../report/report";
import type { PassageData, PlaceData } from "../../report/types";
import { useSession } from "../../state/session";
import type { LineText } from "../../text/line-text";
import { indentationOf } from "../../text/indentation";
import { piecesOf, type Span } from "../../text/pieces";
import { passageDiff, type SideFiles } from "../pair/passage-diff";
import type { Side } from "../pair/side-files";

interface ExcerptProps {
  text: LineText;
  place: PlaceData;
  changed: readonly Span[];
}

// Whole lines from a passage's first to its last; what is outside of it is pale.
function Excerpt({ text, place, changed }: ExcerptProps) {
  const [first, last] = [
    text.lineAt(place.begin),
    text.lineAt(Math.max(place.begin, place.end - 1)),
  ];
  const rows = [];
  for (let line = first; line <= last; line++) {
    const layers = {
      passages: [{ passage: 0, begin: place.begin, end: place.end }],
      base: [],
      changed,
    };
    const [begin, end] = [text.lineBegin(line), text.lineEnd(line)];
    const indentation = indentationOf(text.slice(begin, end));
    rows.push(
      <div key={line} class="sheet-line">
        <span class="line-number">{line + 1}</span>
        <span>
          {indentation}
          {piecesOf(begin + indentation.length, end, layers).map((piece) => (
            <span
              key={piece.begin}
              class={
                piece.passages.length === 0 ? "outside" : piece.changed ? "differs" : undefined
              }
            >
              <VisibleText text={text.slice(piece.begin, piece.end)} />
            </span>
          ))}
        </span>
      </div>,
    );
  }
  return <div class="sheet-excerpt">{rows}</div>;
}

interface Props {
  number: number;
  passage: PassageData;
  files: SideFiles;
  submissions: Record<Side, Submission>;
}

export function SheetPassage({ number, passage, files, submissions }: Props) {
  const { report, names } = useSession();
  const diff = passageDiff(files, passage, 0, "a");
  return (
    <section class={`sheet-passage ${passage.kind}`}>
      <h2>
        Passage {number} <KindMark kind={passage.kind} /> {KIND_LABELS[passage.kind]},{" "}
        {counted(passage.symbols, "symbol")}
      </h2>
      <p class="muted">
        {whyMatched(passage)} {howRare(passage.shared_by, report.submissions.length)}
      </p>
      <div class="sheet-sides">
        {(["a", "b"] as const).map((side) => {
          const place = passage[side];
          const text = files[side].find((file) => file.path === place.file)?.text;
          return (
            <div key={side}>
              <h3>
                {side.toUpperCase()} · <Name text={names.file(submissions[side], place.file)} />,
                lines {lineRange(place.first_line, place.last_line)}
              </h3>
              {text ? (
                <Excerpt
                  text={text}
                  place={place}
                  changed={diff?.changes.spans[side].spans ?? []}
                />
              ) : (
                <p class="muted">The report was written without this text.</p>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}
