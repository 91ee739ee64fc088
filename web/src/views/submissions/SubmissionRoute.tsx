import { itemAt } from "../../state/links";
import { route } from "../../state/route";
import { useSession } from "../../state/session";
import { Missing } from "../Missing";
import { SubmissionPage } from "./SubmissionPage";
import "./submissions.css";

// #/submission/3
export function SubmissionRoute() {
  const submission = itemAt(useSession().report.submissions, route.value.path[1]);
  return submission ? <SubmissionPage submission={submission} /> : <Missing />;
}
