import { CodeText } from "../../components/CodeText";
import { VisibleText } from "../../components/Name";
import { tokensOfFile } from "../../highlight/highlight";
import type { PassageData } from "../../report/types";
import { piecesOf, type PassageSpan, type Piece, type Span } from "../../text/pieces";
import { indentationOf } from "../../text/indentation";
import { readsAsProse } from "../../text/prose";
import type { Row, SideFile } from "../../text/rows";
import type { PaneModel } from "./pane-model";
import { hiddenKinds, hoveredPassage, selectedPassage, type Changes } from "./selection";
import type { Side } from "./side-files";

interface Props {
  side: Side;
  model: PaneModel;
  row: number;
  passages: readonly PassageData[];
  changes: Changes | null;
}

const NO_SPANS: readonly Span[] = [];

function changedSpans(changes: Changes | null, side: Side, file: SideFile): readonly Span[] {
  if (!changes || changes.passage !== selectedPassage.value) return NO_SPANS;
  const { path, spans } = changes.spans[side];
  return path === file.path ? spans : NO_SPANS;
}

// Which of the passages at a piece gives it its colour: the selected one, otherwise the first.
function paintedPassage(piece: Piece): number | undefined {
  const picked = selectedPassage.value;
  return piece.passages.find((passage) => passage === picked) ?? piece.passages[0];
}

function PieceView({ piece, file, passages }: PieceProps) {
  const painted = paintedPassage(piece);
  const { begin, end } = piece;
  const code = <CodeText text={file.text} tokens={tokensOfFile(file)} {...{ begin, end }} />;
  if (painted === undefined) {
    return (
      <span class={piece.base ? "base-code" : undefined}>
        {piece.base ? <VisibleText text={file.text?.slice(begin, end) ?? ""} /> : code}
      </span>
    );
  }
  const classes = ["passage", passages[painted]?.kind ?? ""];
  if (painted === selectedPassage.value) classes.push("selected");
  if (piece.passages.includes(hoveredPassage.value ?? -1)) classes.push("hovered");
  if (piece.changed) classes.push("changed");
  return (
    <span class={classes.join(" ")} data-passages={piece.passages.join(" ")}>
      {code}
    </span>
  );
}

interface PieceProps {
  piece: Piece;
  file: SideFile;
  passages: readonly PassageData[];
}

function passageOver(
  spans: readonly PassageSpan[],
  begin: number,
  end: number,
): number | undefined {
  const over = spans.filter((span) => span.begin < end && span.end > begin);
  const picked = over.find(({ passage }) => passage === selectedPassage.value);
  return (picked ?? over[0])?.passage;
}

type LineRow = Extract<Row, { type: "line" }>;

function LineRowView({ side, model, row, passages, changes, line }: Props & { line: LineRow }) {
  const file = model.files[line.file]!;
  const shown = file.passages.filter(({ passage }) => {
    const kind = passages[passage]?.kind;
    return kind !== undefined && !hiddenKinds.value.has(kind);
  });
  const layers = { passages: shown, base: file.base, changed: changedSpans(changes, side, file) };
  const indentation = indentationOf(file.text?.slice(line.begin, line.end) ?? "");
  const pieces = piecesOf(line.begin + indentation.length, line.end, layers);
  // Also covers empty lines inside a passage.
  const rail = passageOver(shown, line.begin, Math.max(line.begin + 1, line.end));
  const kind = rail === undefined ? "" : `rail ${passages[rail]?.kind ?? ""}`;
  return (
    <div class={`pane-line ${kind}`} data-row={row}>
      <span class="line-number" aria-hidden={!line.first}>
        {line.first ? line.line + 1 : ""}
      </span>
      <span class={readsAsProse(file) ? "line-text prose" : "line-text"}>
        {indentation}
        {pieces.map((piece) => (
          <PieceView key={piece.begin} piece={piece} passages={passages} file={file} />
        ))}
      </span>
    </div>
  );
}

export function PaneRow(props: Props) {
  const { model, row } = props;
  const item = model.rows[row];
  const file = item && model.files[item.file];
  if (!item || !file) return null;
  if (item.type === "line") return <LineRowView {...props} line={item} />;
  if (item.type === "absent") {
    return (
      <div class="pane-absent muted" data-row={row}>
        The report was written without this text.
      </div>
    );
  }
  return (
    <div class="pane-heading" data-row={row}>
      <strong class="mono">
        <VisibleText text={file.label} />
      </strong>
      <span class="muted">{file.passages.length === 0 ? "no passage" : ""}</span>
    </div>
  );
}
