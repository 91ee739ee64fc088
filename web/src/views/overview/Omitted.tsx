import { count } from "../../report/format";
import { optionOf, wasGiven } from "../../report/run-options";
import { useSession } from "../../state/session";

// Why pairs that share a passage are not in the report.
export function Omitted() {
  const { omittedPairs, run } = useSession().report;
  const least = optionOf(run, "min-similarity");
  const byLeast = wasGiven(run, "min-similarity");
  const most = optionOf(run, "limit");
  const byLimit = run === null || wasGiven(run, "limit") || !byLeast;
  return (
    <>
      The other {count(omittedPairs)} share a passage too
      {byLeast && `; pairs with a similarity below ${least} were left out`}
      {byLimit && most && `; this run listed at most ${most} pairs`}.
    </>
  );
}
