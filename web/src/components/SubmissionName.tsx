import type { Submission } from "../report/report";
import { useSession } from "../state/session";
import { Name, RowName } from "./Name";

// The name of a submission in a table or a graph, without what all names share. The tooltip has the
// whole name.
export function SubmissionName({
  submission,
  row = false,
}: {
  submission: Submission;
  row?: boolean;
}) {
  const { names } = useSession();
  const Shown = row ? RowName : Name;
  return <Shown text={names.short(submission)} title={names.whole(submission)} />;
}
