import { pairChance } from "../../report/chance-words";
import { counted, percent } from "../../report/format";
import { howRare } from "../../report/kind-words";
import { IDENTITY_WORDS, identityOf } from "../../report/pair-words";
import type { Pair, Submission } from "../../report/report";
import { handedInWords, isOfFiles, isWholeDay, laterWords, timeOf } from "../../report/times";
import type { PassageData, PlaceData } from "../../report/types";
import { hasPrograms, unitOfAll, unitOfPassage, whatTheyAre } from "../../report/unit-words";
import type { Side } from "../pair/side-files";

// Describes the result for a pair in whole sentences.

export interface Finding {
  pair: Pair;
  sides: Record<Side, Submission>;
  submissions: number; // number in the run
  telling: PassageData | undefined; // the rarest passage
  fileName: (side: Side, place: PlaceData) => string;
}

function whereOn({ sides, fileName }: Finding, side: Side, place: PlaceData): string {
  const { first_line: first, last_line: last } = place;
  const lines = first === last ? `in line ${first}` : `from line ${first} to ${last}`;
  const several = sides[side].files.length > 1;
  const file = several ? ` (${fileName(side, place)})` : "";
  return `${lines} of ${side.toUpperCase()}${file}`;
}

function sameText(finding: Finding, passage: PassageData): string {
  const { a, b } = finding.sides;
  const both = `Both ${whatTheyAre([a, b])} contain`;
  const amount = counted(passage.symbols, unitOfPassage(passage, a));
  const where = `${whereOn(finding, "a", passage.a)} and ${whereOn(finding, "b", passage.b)}`;
  switch (passage.kind) {
    case "verbatim":
      return `${both} the same ${amount} in the same order, ${where}.`;
    case "renamed": {
      const differ = hasPrograms([a, b]) ? "names, numbers or strings differ" : "spellings differ";
      return `${both} the same ${amount} in the same order, except that ${differ}, ${where}.`;
    }
    case "edited":
      return `${both} the same ${amount} in the same order with small changes between them, ${where}.`;
  }
}

function howMuch({ pair, sides }: Finding): string {
  const unit = unitOfAll([sides.a, sides.b]);
  const identity = identityOf(pair);
  if (identity === "identical") return `A and B are identical, ${unit} by ${unit}.`;
  if (identity) return `A and B are ${IDENTITY_WORDS[identity]}.`;
  const [inA, inB] = [percent(pair.containment_a), percent(pair.containment_b)];
  return `Common passages cover ${inA} of A and ${inB} of B.`;
}

const DAY_MS = 86_400_000;

function whoWasFirst({ sides }: Finding): string {
  const both = [sides.a, sides.b];
  const [a, b] = [timeOf(sides.a), timeOf(sides.b)];
  if (a === null || b === null || both.some(isOfFiles)) return "";
  if (both.some(isWholeDay) && Math.abs(a - b) < DAY_MS) return "";
  if (a === b) return "A and B were handed in at the same time.";
  const [first, second] = a < b ? ["A", "B"] : ["B", "A"];
  return `${first} was handed in first, ${second} ${laterWords(Math.abs(a - b))}.`;
}

// Whether others have the same, as from a common source.
function whoElse({ pair }: Finding): string {
  const others = pair.also_in;
  if (others === undefined) return "";
  if (others === 0) return "No other student has half of what A and B share.";
  const have = others === 1 ? "has" : "have";
  return `${counted(others, "other student")} ${have} at least half of what A and B share.`;
}

export function findingWords(finding: Finding): string[] {
  const { pair, submissions, telling } = finding;
  const passage = telling
    ? [sameText(finding, telling), howRare(telling.shared_by, submissions)]
    : [];
  const share = howMuch(finding);
  const found = pair.identical ? [share, ...passage] : [...passage, share];
  const more = [whoElse(finding), whoWasFirst(finding), pairChance(pair)];
  return [...found, ...more].filter((sentence) => sentence !== "");
}

// "Group A · 3 files, 120 lines · 673 tokens · handed in 2026-03-01 10:00".
export function sideFacts(submission: Submission, files: string): string {
  const facts = [
    submission.group,
    files,
    counted(submission.symbols, unitOfAll([submission])),
    handedInWords(submission),
  ];
  return facts.filter((fact) => fact !== "").join(" · ");
}
