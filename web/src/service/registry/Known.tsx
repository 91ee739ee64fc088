// Shows what the registry knows about one text.
import { Name } from "../../components/Name";
import { lineRange, percent } from "../../report/format";
import type { Answer, Hit } from "../api";
import { ShareBar } from "../components/ShareBar";
import { Codes } from "./Codes";

const LINES_SHOWN = 8;

function linesOf({ ranges }: Hit): string {
  const shown = ranges.slice(0, LINES_SHOWN).map(({ lines: [first, last] }) => {
    return lineRange(first, last);
  });
  return shown.join(", ") + (ranges.length > shown.length ? ", …" : "");
}

function HitRow({ hit }: { hit: Hit }) {
  return (
    <li class="hit">
      <div class="row">
        <strong class="grow">
          <Name text={hit.name} />
        </strong>
        <ShareBar share={hit.contained} label="of this text is in that document" />
      </div>
      <Codes codes={hit} />
      <p class="muted">
        {percent(hit.contained.value)} of this text is in it, {percent(hit.contains.value)} of it is
        in this text.
        {hit.ranges.length > 0 && ` Lines ${linesOf(hit)}.`}
        {hit.sizes_differ && " Their sizes differ much, so the shares are unreliable."}
      </p>
    </li>
  );
}

export function shareWords({ global, hits, too_short }: Answer): string {
  if (too_short) return "too short to look up";
  return hits.length === 0 ? "no part of it is registered" : `${percent(global.value)} is known`;
}

function Hidden({ documents }: { documents: number }) {
  if (documents === 0) return null;
  return (
    <p class="muted">
      {documents === 1 ? "1 document shares" : `${documents} documents share`} a single fingerprint
      with the text, possibly by chance.
    </p>
  );
}

export function Known({ answer }: { answer: Answer }) {
  if (answer.too_short) {
    return <p>The text is too short to look up. Use a longer part of it.</p>;
  }
  if (answer.hits.length === 0) {
    return (
      <>
        <p>No part of it is registered.</p>
        <Hidden documents={answer.hidden} />
      </>
    );
  }
  const { value, low, high } = answer.global;
  return (
    <>
      <p>
        <strong>{percent(value)}</strong> of the text is known (by its fingerprints; of the whole
        text {percent(low)} to {percent(high)}).
      </p>
      <ol class="hits" aria-label="Documents">
        {answer.hits.map((hit) => (
          <HitRow key={hit.id} hit={hit} />
        ))}
      </ol>
      <Hidden documents={answer.hidden} />
    </>
  );
}
