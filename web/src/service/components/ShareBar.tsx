import { percent } from "../../report/format";
import type { Share } from "../api";

// A share with its interval, which is a paler part of the bar.
export function ShareBar({ share, label }: { share: Share; label: string }) {
  const { value, low, high } = share;
  return (
    <span class="share" role="img" aria-label={`${label}: ${percent(value)}`}>
      <span class="share-bar">
        <span
          class="share-interval"
          style={{ left: `${low * 100}%`, right: `${(1 - high) * 100}%` }}
        />
        <span class="share-value" style={{ width: `${value * 100}%` }} />
      </span>
      <span class="numeric">{percent(value)}</span>
    </span>
  );
}
