import { percent } from "../report/format";
import "./score.css";

// A share from 0 to 1, as a number over a bar.
export function Score({ share, strong = false }: { share: number; strong?: boolean }) {
  return (
    <span class={strong ? "score strong" : "score"}>
      <span class="score-number">{percent(share)}</span>
      <span class="score-track">
        <span class="score-bar" style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
    </span>
  );
}
