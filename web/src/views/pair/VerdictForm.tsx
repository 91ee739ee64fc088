import { Segmented } from "../../components/Segmented";
import type { Pair } from "../../report/report";
import type { Verdict } from "../../report/types";
import { useSession } from "../../state/session";

const CHOICES: { value: Verdict | ""; label: string }[] = [
  { value: "", label: "No verdict" },
  { value: "copied", label: "Copied" },
  { value: "allowed", label: "Allowed" },
  { value: "unclear", label: "Unclear" },
];

export function VerdictForm({ pair }: { pair: Pair }) {
  const { reviews } = useSession();
  const review = reviews.of(pair);
  return (
    <div class="verdict-form">
      <Segmented
        name="verdict"
        label="Verdict"
        choices={CHOICES}
        value={review.verdict}
        onChange={(verdict) => reviews.set(pair, { verdict })}
      />
      <input
        class="field"
        type="text"
        placeholder="Note"
        aria-label="Note"
        value={review.note}
        onInput={(event) => reviews.set(pair, { note: event.currentTarget.value })}
      />
    </div>
  );
}
