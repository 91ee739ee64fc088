import { gzipSync } from "node:zlib";
import type { MeasureData, ReportData, TextSlot } from "../../src/report/types";
import { DATA_MARKER } from "../one-page.mjs";

const CHUNK_BYTES = 1 << 20;

// As the program's own table begins.
const MEASURES: MeasureData[] = [
  { name: "score", label: "Score", meaning: "what the order ranks by", unit: "share" },
  { name: "similarity", label: "Similar", meaning: "share of both sides", unit: "share" },
  { name: "containment_a", label: "A in B", meaning: "share of A found in B", unit: "share" },
  { name: "containment_b", label: "B in A", meaning: "share of B found in A", unit: "share" },
  { name: "longest", label: "Longest", meaning: "symbols of the longest passage", unit: "count" },
  { name: "evidence", label: "Evidence", meaning: "symbols shared, by rarity", unit: "amount" },
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
  };
  const report: ReportData = { ...sample.report, view };
  const elements = [element("whorl-report", Buffer.from(JSON.stringify(report)))];
  chunks.forEach((chunk, i) => elements.push(element(`whorl-text-${i}`, chunk)));
  return template.replace(DATA_MARKER, () => elements.join(""));
}
