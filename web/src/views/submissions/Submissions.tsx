import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { SortHeader } from "../../components/SortHeader";
import { usePrinted } from "../../components/use-printed";
import { VirtualRows } from "../../components/VirtualRows";
import { count } from "../../report/format";
import { useKeys } from "../../state/keys";
import { submissionHref } from "../../state/links";
import { namesVersion } from "../../state/names";
import { go } from "../../state/route";
import { useSession } from "../../state/session";
import { useTitle } from "../../state/title";
import { orderedSubmissions, type SubmissionKey, type SubmissionOrder } from "./submission-order";
import { PrintedSubmissions } from "./PrintedSubmissions";
import { SubmissionRow } from "./SubmissionRow";
import "./submissions.css";

const ROW_HEIGHT = 38;

const text = signal("");
const order = signal<SubmissionOrder>({ key: "best", descending: true });
const current = signal(0);
const beginning = signal(0);

function startAtTop(): void {
  current.value = 0;
  beginning.value++;
}

const COLUMNS: { key: SubmissionKey; label: string; hint: string; numeric: boolean }[] = [
  { key: "name", label: "Submission", hint: "By name", numeric: false },
  { key: "group", label: "Group", hint: "By group", numeric: false },
  { key: "best", label: "Most similar", hint: "By the score of the best pair", numeric: false },
  { key: "files", label: "Files", hint: "Files that were read", numeric: true },
  { key: "lines", label: "Lines", hint: "Lines of all files", numeric: true },
  {
    key: "symbols",
    label: "Length",
    hint: "In tokens, words or letters; without base code",
    numeric: true,
  },
  { key: "base", label: "Base", hint: "Share of given code that was left out", numeric: true },
];

function sortBy(key: SubmissionKey): void {
  const { key: old, descending } = order.value;
  order.value = { key, descending: key === old ? !descending : key !== "name" && key !== "group" };
  startAtTop();
}

function Header() {
  return (
    <div class="submission-row" role="presentation">
      {COLUMNS.map(({ key, ...rest }) => (
        <SortHeader key={key} column={key} sort={order.value} onSort={sortBy} {...rest} />
      ))}
    </div>
  );
}

export function Submissions() {
  useTitle("Submissions");
  const { report, names } = useSession();
  const hidden = namesVersion.value;
  const shown = useMemo(
    () => orderedSubmissions(report, order.value, text.value, (s) => names.submission(s)),
    [report, order.value, text.value, hidden],
  );
  usePrinted(() => <PrintedSubmissions submissions={shown} />, [shown]);
  const at = Math.min(current.value, Math.max(0, shown.length - 1));
  useKeys({
    // Keys may arrive faster than the view is drawn, so they start from the current position, not
    // from the drawn one.
    j: () => (current.value = Math.min(current.value + 1, shown.length - 1)),
    k: () => (current.value = Math.max(Math.min(current.value, shown.length) - 1, 0)),
    Enter: () => shown[at] && go(submissionHref(shown[at])),
    "/": () => document.getElementById("submission-name")?.focus(),
  });
  return (
    <div class={report.groups.length > 0 ? "pairs" : "pairs no-groups"}>
      <div class="filter-bar">
        <h1>Submissions</h1>
        <span class="filter-count muted" role="status">
          {count(shown.length)}
        </span>
        <input
          id="submission-name"
          class="field"
          type="search"
          placeholder="Filter by name  /"
          aria-label="Filter by name"
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            startAtTop();
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
          }}
        />
      </div>
      <VirtualRows
        label="Submissions"
        count={shown.length}
        rowHeight={ROW_HEIGHT}
        current={at}
        beginning={beginning.value}
        header={<Header />}
        row={(index) => <SubmissionRow submission={shown[index]!} />}
      />
    </div>
  );
}
