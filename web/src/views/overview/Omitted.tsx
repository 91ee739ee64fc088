import { count } from "../../report/format";
import { optionOf, wasGiven } from "../../report/run-options";
import { useSession } from "../../state/session";

// Why pairs that share a passage are not in the report, and how they would be.
export function Omitted() {
  const { omittedPairs, run } = useSession().report;
  const least = optionOf(run, "min-similarity");
  const byLeast = wasGiven(run, "min-similarity");
  const byLimit = run === null || wasGiven(run, "limit") || !byLeast;
  return (
    <>
      The other {count(omittedPairs)} share a passage too
      {byLeast && (
        <>
          ; <code>--min-similarity {least}</code> leaves out those below it
        </>
      )}
      {byLimit && (
        <>
          ; <code>--limit 0</code> lists all
        </>
      )}
      .
    </>
  );
}
