import { Name, VisibleText } from "../../components/Name";
import { RareNames } from "../../components/RareNames";
import { VerdictBadge } from "../../components/VerdictBadge";
import { rarestPassage } from "../../report/chance-words";
import { count } from "../../report/format";
import type { Pair, Submission } from "../../report/report";
import { filesInWords } from "../../report/submission-words";
import type { PassageData } from "../../report/types";
import { hasPrograms } from "../../report/unit-words";
import { useSession } from "../../state/session";
import type { SideFiles } from "../pair/passage-diff";
import { findingWords, sideFacts } from "./finding";
import { SheetMethod } from "./SheetMethod";
import { SheetPassage } from "./SheetPassage";
import "./sheet.css";

function SideHead({ letter, submission }: { letter: string; submission: Submission }) {
  const { names } = useSession();
  return (
    <div>
      <p class="sheet-letter">{letter}</p>
      <p class="sheet-name">
        <Name text={names.submission(submission)} />
      </p>
      <p class="muted">
        <VisibleText text={sideFacts(submission, filesInWords(submission))} />
      </p>
    </div>
  );
}

interface FindingProps {
  pair: Pair;
  sides: { a: Submission; b: Submission };
  telling: PassageData | undefined;
}

function Finding({ pair, sides, telling }: FindingProps) {
  const { report, names } = useSession();
  const sentences = findingWords({
    ...{ pair, sides, telling, submissions: report.submissions.length },
    fileName: (side, place) => names.file(sides[side], place.file),
  });
  return (
    <section class="sheet-finding" aria-label="Finding">
      <p>
        <VisibleText text={sentences.join(" ")} />
      </p>
      {hasPrograms([sides.a, sides.b]) && <RareNames names={pair.rare_names ?? []} />}
    </section>
  );
}

function Judgement({ pair }: { pair: Pair }) {
  const { reviews } = useSession();
  const { verdict, note } = reviews.of(pair);
  if (verdict === "" && note === "") return <p class="muted">The reviewer has given no verdict.</p>;
  return (
    <p class="sheet-verdict">
      Reviewer’s verdict:{" "}
      {verdict === "" ? <span class="muted">none</span> : <VerdictBadge verdict={verdict} />}{" "}
      {note && <VisibleText text={note} />}
    </p>
  );
}

// More passages would fill a book, and a browser takes long to lay them out.
const MOST_PASSAGES = 80;

// The rarest passage first, then the longest others in the order of the text.
function printedPassages(passages: readonly PassageData[], telling: PassageData | undefined) {
  const others = passages.map((_, index) => index).filter((index) => passages[index] !== telling);
  others.sort((x, y) => passages[y]!.symbols - passages[x]!.symbols || x - y);
  return others.slice(0, MOST_PASSAGES - 1).sort((x, y) => x - y);
}

export function Sheet({ pair, files }: { pair: Pair; files: SideFiles }) {
  const { report } = useSession();
  const sides = { a: report.submissions[pair.ai]!, b: report.submissions[pair.bi]! };
  const { passages } = pair;
  const telling = rarestPassage(passages);
  const others = printedPassages(passages, telling);
  const shared = { files, submissions: sides };
  return (
    <article class="sheet">
      <h1>Evidence of shared text</h1>
      <div class="sheet-sides">
        <SideHead letter="A" submission={sides.a} />
        <SideHead letter="B" submission={sides.b} />
      </div>
      <Finding {...{ pair, sides, telling }} />
      <Judgement pair={pair} />
      {telling ? (
        <SheetPassage
          number={passages.indexOf(telling) + 1}
          passage={telling}
          telling
          {...shared}
        />
      ) : (
        <p>This report contains the scores of this pair, and not its passages.</p>
      )}
      {others.length > 0 && (
        <p class="sheet-others">
          {others.length + 1 < passages.length
            ? `The ${count(others.length)} longest of the other ${count(passages.length - 1)} passages follow, in the order of the text.`
            : "The other passages follow, in the order of the text."}
        </p>
      )}
      {others.map((index) => (
        <SheetPassage key={index} number={index + 1} passage={passages[index]!} {...shared} />
      ))}
      <SheetMethod pair={pair} sides={[sides.a, sides.b]} />
    </article>
  );
}
