import { count } from "../../report/format";
import { useSession } from "../../state/session";

export function NoPassages() {
  const { passages_for: shown } = useSession().report.view;
  return (
    <p class="notice no-passages">
      This report shows the passages of its best {count(shown)} pairs, and only the scores of this
      pair. The JSON output of the same run contains every passage.
    </p>
  );
}
