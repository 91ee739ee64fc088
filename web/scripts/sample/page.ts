import { gzipSync } from "node:zlib";
import { valueOf } from "../../src/report/measures";
import type {
  MeasureData,
  PairData,
  PairRows,
  ReportData,
  SubmissionData,
  TextSlot,
} from "../../src/report/types";
import { DATA_MARKER } from "../one-page.mjs";

const CHUNK_BYTES = 1 << 20;

// The first rows of the program's own table.
const MEASURES: MeasureData[] = [
  {
    name: "score",
    label: "Score",
    meaning: "what the order ranks by",
    formula: "(max(0, m − 2c − h·e − r − d·(q + z/10)) / min(n_a, n_b)) ^ p; r = 0 where identical",
    unit: "share",
  },
  {
    name: "similarity",
    label: "Similar",
    meaning: "share of both sides",
    formula: "2m / (n_a + n_b)",
    unit: "share",
  },
  {
    name: "containment_a",
    label: "A in B",
    meaning: "share of A found in B",
    formula: "m / n_a",
    unit: "share",
  },
  {
    name: "containment_b",
    label: "B in A",
    meaning: "share of B found in A",
    formula: "m / n_b",
    unit: "share",
  },
  {
    name: "longest",
    label: "Longest",
    meaning: "symbols of the longest passage",
    formula: "max over the passages of their matched symbols",
    unit: "count",
  },
  {
    name: "evidence",
    label: "Evidence",
    meaning: "symbols shared, by rarity",
    formula: "Σ over the tiles of length · log₂(1 + N / s)",
    unit: "amount",
  },
  {
    name: "literals",
    label: "Literals",
    meaning: "share of both sides' numbers, strings and characters that both spell",
    formula: "Σ min(v_a, v_b) / Σ max(v_a, v_b)",
    unit: "share",
  },
  {
    name: "names",
    label: "Names",
    meaning: "share of one side's names that the other has too; those that few have weigh more",
    formula: "Σ_both v / max(12, min(Σ_a v, Σ_b v)), v = log₂(N / 2s)",
    unit: "share",
  },
];

export interface Sample {
  report: Omit<ReportData, "view">;
  paths: string[];
  texts: (Buffer | null)[];
  base: ReportData["view"]["base"];
  passagesFor: number;
}

function element(id: string, bytes: Buffer): string {
  return `<script type="text/plain" id="${id}">${gzipSync(bytes).toString("base64")}</script>\n`;
}

function packed(texts: readonly (Buffer | null)[]): {
  slots: (TextSlot | null)[];
  chunks: Buffer[];
} {
  const chunks: Buffer[][] = [[]];
  let size = 0;
  const slots = texts.map((text): TextSlot | null => {
    if (!text) return null;
    if (size > 0 && size + text.length > CHUNK_BYTES) {
      chunks.push([]);
      size = 0;
    }
    chunks[chunks.length - 1]?.push(text);
    size += text.length;
    return [chunks.length - 1, size - text.length, text.length];
  });
  return { slots, chunks: chunks.map((parts) => Buffer.concat(parts)) };
}

// Pairs without passages, stored by columns.
function columnsOf(pairs: readonly PairData[], submissions: readonly SubmissionData[]): PairRows {
  const place = new Map(submissions.map(({ name }, i) => [name, i]));
  const column = (name: string): number[] => pairs.map((pair) => valueOf(pair, name));
  return {
    a: pairs.map(({ a }) => place.get(a) ?? 0),
    b: pairs.map(({ b }) => place.get(b) ?? 0),
    identical: pairs.map(({ identical }) => identical),
    identical_names: pairs.map(({ identical_names }) => identical_names ?? false),
    also_in: pairs.map(({ also_in }) => also_in ?? 0),
    ...Object.fromEntries(MEASURES.map(({ name }) => [name, column(name)])),
  };
}

// The page as whorl writes it: the data in the place of the marker.
export function pageOf(template: string, sample: Sample): string {
  const { slots, chunks } = packed(sample.texts);
  const { paths, base, passagesFor } = sample;
  const view: ReportData["view"] = {
    version: "0.1.0",
    measures: MEASURES,
    paths,
    texts: slots,
    base,
    passages_for: passagesFor,
    rows: columnsOf(sample.report.pairs.slice(passagesFor), sample.report.submissions),
  };
  const pairs = sample.report.pairs.slice(0, passagesFor);
  const report: ReportData = { ...sample.report, pairs, view };
  const elements = [element("whorl-report", Buffer.from(JSON.stringify(report)))];
  chunks.forEach((chunk, i) => elements.push(element(`whorl-text-${i}`, chunk)));
  return template.replace(DATA_MARKER, () => elements.join(""));
}
