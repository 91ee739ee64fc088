import type { PassageData, PassageKind, PlaceData } from "../../src/report/types";
import { edited, renamed } from "./programs";
import type { Random } from "./random";
import { symbolsIn } from "./writer";

export interface Copy {
  text: string;
  kind: PassageKind;
  identity: number;
}

export function copyOf(block: string, kind: PassageKind, random: Random): Copy {
  if (kind === "verbatim") return { text: block, kind, identity: 1 };
  if (kind === "renamed") return { text: renamed(block), kind, identity: 1 };
  return { text: edited(block, random), kind, identity: 0.86 + 0.12 * random.next() };
}

// A passage in few submissions is rare; longer passages are rarer.
function bitsOf(symbols: number, sharedBy: number): number {
  return sharedBy > 2 ? 0 : Math.min(250, symbols / 3);
}

export function passage(
  a: PlaceData,
  b: PlaceData,
  block: string,
  copy: Copy,
  sharedBy: number,
): PassageData {
  const symbols = symbolsIn(block);
  const { kind, identity } = copy;
  return { a, b, symbols, kind, identity, shared_by: sharedBy, bits: bitsOf(symbols, sharedBy) };
}
