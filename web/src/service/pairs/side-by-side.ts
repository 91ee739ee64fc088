// Prepares two of the dropped files for the panes of the report. They are read from the reader's
// disk, since the server has erased them already.
import type { PassageData, PlaceData } from "../../report/types";
import { commonRuns, type CommonRun } from "../../text/common-text";
import { LineText } from "../../text/line-text";
import type { Span } from "../../text/pieces";
import type { SideFile } from "../../text/rows";
import { contentOf } from "../input/contents";
import type { Input } from "../input/dropped";

export interface SideBySide {
  files: { a: SideFile[]; b: SideFile[] };
  passages: PassageData[];
}

async function textOf(input: Input, name: string): Promise<Uint8Array> {
  const content = await contentOf(input, name);
  if (!content) {
    throw new Error(`${name} cannot be shown from here. Drop the folder, or a zip archive of it.`);
  }
  const bytes = new Uint8Array(await content.arrayBuffer());
  if (bytes.includes(0)) {
    throw new Error(`${name} is no plain text. Compare the folder to see such files.`);
  }
  return bytes;
}

function placeOf(file: string, text: LineText, { begin, end }: Span): PlaceData {
  const [first, last] = [text.lineAt(begin), text.lineAt(Math.max(begin, end - 1))];
  return { file, begin, end, first_line: first + 1, last_line: last + 1 };
}

function sideFile(path: string, text: LineText, spans: readonly Span[]): SideFile {
  const passages = spans.map((span, passage) => ({ ...span, passage }));
  return { path, label: path, frontEnd: "text", text, base: [], passages };
}

export async function sideBySide(input: Input, a: string, b: string): Promise<SideBySide> {
  const [bytesA, bytesB] = await Promise.all([textOf(input, a), textOf(input, b)]);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const runs = commonRuns(decoder.decode(bytesA), decoder.decode(bytesB));
  const [textA, textB] = [new LineText(bytesA), new LineText(bytesB)];
  const passageOf = (run: CommonRun): PassageData => ({
    a: placeOf(a, textA, run.a),
    b: placeOf(b, textB, run.b),
    symbols: run.letters,
    kind: "verbatim",
    identity: 1,
    shared_by: 2,
  });
  return {
    files: {
      a: [
        sideFile(
          a,
          textA,
          runs.map((run) => run.a),
        ),
      ],
      b: [
        sideFile(
          b,
          textB,
          runs.map((run) => run.b),
        ),
      ],
    },
    passages: runs.map(passageOf),
  };
}
