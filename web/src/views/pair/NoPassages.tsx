import { count } from "../../report/format";
import { useSession } from "../../state/session";

export function NoPassages() {
  const { passages_for: shown } = useSession().report.view;
  return (
    <p class="notice no-passages">
      This report holds the passages of its best {count(shown)} pairs; of this pair it holds the
      scores only. The JSON output holds every passage, and <code>--limit</code> sets how many pairs
      the report shows in full.
    </p>
  );
}
