import { KindMark } from "../../components/KindMark";
import { Name } from "../../components/Name";
import { counted, lineRange } from "../../report/format";
import { howRare, KIND_LABELS, whyMatched } from "../../report/kind-words";
import type { Submission } from "../../report/report";
import type { PassageData } from "../../report/types";
import { unitOfPassage } from "../../report/unit-words";
import { useSession } from "../../state/session";
import { passageDiff, type SideFiles } from "../pair/passage-diff";
import type { Side } from "../pair/side-files";
import { Excerpt } from "./Excerpt";

interface Props {
  number: number;
  passage: PassageData;
  files: SideFiles;
  submissions: Record<Side, Submission>;
  // True for the passage on page 1, which already tells how rare it is.
  telling?: boolean;
}

export function SheetPassage({ number, passage, files, submissions, telling = false }: Props) {
  const { report, names } = useSession();
  const unit = unitOfPassage(passage, submissions.a);
  const diff = passageDiff(files, passage, 0, "a");
  return (
    <section class={`sheet-passage ${passage.kind}`}>
      <h2>
        Passage {number} <KindMark kind={passage.kind} /> {KIND_LABELS[passage.kind]},{" "}
        {counted(passage.symbols, unit)}
        {telling && report.submissions.length > 2 && ", the rarest passage of this pair"}
      </h2>
      <p class="muted">
        {whyMatched(passage, unit)}{" "}
        {!telling && howRare(passage.shared_by, report.submissions.length)}
      </p>
      <div class="sheet-sides">
        {(["a", "b"] as const).map((side) => {
          const place = passage[side];
          const file = files[side].find((one) => one.path === place.file);
          return (
            <div key={side}>
              <h3>
                {side.toUpperCase()} · <Name text={names.file(submissions[side], place.file)} />
                {place.first_line === place.last_line ? ", line " : ", lines "}
                {lineRange(place.first_line, place.last_line)}
              </h3>
              {file && (
                <Excerpt
                  file={file}
                  place={place}
                  changed={diff?.changes.spans[side].spans ?? []}
                />
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}
