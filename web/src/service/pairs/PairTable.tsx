import { Name } from "../../components/Name";
import { percent } from "../../report/format";
import type { PairwisePair } from "../api";

interface Props {
  pairs: readonly PairwisePair[];
  picked: PairwisePair | null;
  pick: (pair: PairwisePair) => void;
}

function orNothing(share: number | null): string {
  return share === null ? "–" : percent(share);
}

function Row({ pair, picked, pick }: { pair: PairwisePair; picked: boolean; pick: () => void }) {
  return (
    <tr aria-selected={picked}>
      <th scope="row">
        <button class="pair-pick" onClick={pick}>
          <Name text={pair.a} /> <span class="muted">↔</span> <Name text={pair.b} />
        </button>
      </th>
      <td class="numeric">{percent(pair.symmetric)}</td>
      <td class="numeric">{percent(pair.a_in_b)}</td>
      <td class="numeric">{percent(pair.b_in_a)}</td>
      <td class="numeric">{orNothing(pair.overlap_a)}</td>
      <td class="numeric">{orNothing(pair.overlap_b)}</td>
    </tr>
  );
}

export function PairTable({ pairs, picked, pick }: Props) {
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label="Pairs">
      <table class="pair-table">
        <thead>
          <tr>
            <th scope="col">Documents A and B</th>
            <th scope="col" title="Twice the similarity of SE, so that equal documents have 100 %">
              Similarity
            </th>
            <th scope="col" title="Share of the fingerprints of A that B has">
              A in B
            </th>
            <th scope="col" title="Share of the fingerprints of B that A has">
              B in A
            </th>
            <th scope="col" title="Share of the letters of A in common runs of 45 letters and more">
              Overlap of A
            </th>
            <th scope="col" title="Share of the letters of B in common runs of 45 letters and more">
              Overlap of B
            </th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <Row
              key={`${pair.a}\0${pair.b}`}
              pair={pair}
              picked={pair === picked}
              pick={() => pick(pair)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
