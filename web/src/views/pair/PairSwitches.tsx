import { colored, toggleColored } from "../../highlight/highlight";
import type { Pair, Submission } from "../../report/report";
import { hasPrograms } from "../../report/unit-words";
import { sheetHref } from "../../state/links";
import {
  fileOrder,
  inStep,
  listShown,
  swapped,
  toggleFileOrder,
  toggleList,
  toggleStep,
} from "./selection";
import { compact, single } from "./space";

interface Props {
  pair: Pair;
  sides: readonly Submission[];
  wrap: boolean;
  onWrap: () => void;
}

// Switches that change how the texts are shown.
export function PairSwitches({ pair, sides, wrap, onWrap }: Props) {
  return (
    <span class="pair-switches">
      {!compact.value && (
        <button class="button" aria-pressed={listShown.value} onClick={toggleList}>
          Passages
        </button>
      )}
      <button class="button" aria-pressed={wrap} title="Wrap long lines (w)" onClick={onWrap}>
        Wrap lines
      </button>
      {!single.value && (
        <button
          class="button"
          aria-pressed={inStep.value}
          title="Scrolling one text moves the other as far (i)"
          onClick={toggleStep}
        >
          Scroll together
        </button>
      )}
      {hasPrograms(sides) && (
        <button
          class="button"
          aria-pressed={colored.value}
          title="Colour keywords, strings and comments of programs"
          onClick={toggleColored}
        >
          Syntax
        </button>
      )}
      {sides.some((side) => side.files.length > 1) && (
        <button
          class="button"
          title="Order of the files: by how much of them passages cover, or by name"
          onClick={toggleFileOrder}
        >
          Files by {fileOrder.value}
        </button>
      )}
      {compact.value && !single.value && (
        <button class="button" onClick={() => (swapped.value = !swapped.value)}>
          Swap the sides
        </button>
      )}
      <a class="button" href={sheetHref(pair)} title="Evidence sheet to print (e)">
        Evidence sheet
      </a>
    </span>
  );
}
