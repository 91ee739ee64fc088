import { Name, VisibleText } from "../../components/Name";
import { PairChance } from "../../components/PairChance";
import { RareNames } from "../../components/RareNames";
import { VerdictBadge } from "../../components/VerdictBadge";
import { CHANCE_MEANING, pairChance } from "../../report/chance-words";
import { count, counted } from "../../report/format";
import { LETTERS, shownValue } from "../../report/measures";
import { identityOf } from "../../report/pair-words";
import type { Pair, Submission } from "../../report/report";
import { recipesUsed } from "../../report/recipes-used";
import { filesInWords } from "../../report/submission-words";
import type { PassageData } from "../../report/types";
import { someHidden } from "../../state/names";
import { useSession } from "../../state/session";
import type { SideFiles } from "../pair/passage-diff";
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
        {submission.group && `${submission.group} · `}
        {filesInWords(submission)} · {counted(submission.symbols, "symbol")}
      </p>
    </div>
  );
}

function Measures({ pair }: { pair: Pair }) {
  const { measures } = useSession().report.view;
  return (
    <table class="sheet-measures">
      <tbody>
        {measures.map((measure) => (
          <tr key={measure.name}>
            <th scope="row">{measure.label}</th>
            <td class="numeric">{shownValue(pair, measure)}</td>
            <td class="muted">
              {measure.meaning}
              <br />
              <span class="sheet-formula">{measure.formula}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Judgement({ pair }: { pair: Pair }) {
  const { reviews } = useSession();
  const { verdict, note } = reviews.of(pair);
  if (verdict === "" && note === "") return <p class="muted">The reviewer has given no verdict.</p>;
  return (
    <p>
      Reviewer’s verdict: <VerdictBadge verdict={verdict} /> {note && <VisibleText text={note} />}
    </p>
  );
}

// What was run, when, and by which rules.
function Method({ submissions }: { submissions: Submission[] }) {
  const { report } = useSession();
  const { run } = report;
  const used = recipesUsed(report.recipe, submissions);
  const given = submissions.some((submission) => submission.base_symbols > 0);
  return (
    <section class="muted sheet-method" aria-label="Method">
      <p>
        Found by whorl {run?.version ?? report.view.version}
        {run && ` on ${run.date}`} among {counted(report.submissions.length, "submission")} with{" "}
        {used.map((id, i) => (
          <>
            {i > 0 && ", "}
            <code key={id}>
              <VisibleText text={id} />
            </code>
          </>
        ))}
        . {given && "Base code that was given to all is not counted. "}
        In the passages below, words that differ between the sides are framed.
      </p>
      {run && run.command !== "" && !someHidden.value && (
        <p>
          Command:{" "}
          <code>
            <VisibleText text={run.command} />
          </code>
        </p>
      )}
      <p>In the formulas, {LETTERS}</p>
    </section>
  );
}

// More would be a book, and a browser takes long to set one.
const MOST_PASSAGES = 80;

function printedPassages(passages: readonly PassageData[]): number[] {
  const longest = passages.map((_, index) => index);
  longest.sort((x, y) => passages[y]!.symbols - passages[x]!.symbols || x - y);
  return longest.slice(0, MOST_PASSAGES).sort((x, y) => x - y);
}

export function Sheet({ pair, files }: { pair: Pair; files: SideFiles }) {
  const { report } = useSession();
  const [a, b] = [report.submissions[pair.ai]!, report.submissions[pair.bi]!];
  const passages = pair.passages;
  const printed = printedPassages(passages);
  return (
    <article class="sheet">
      <h1>Evidence of shared text</h1>
      <div class="sheet-sides">
        <SideHead letter="A" submission={a} />
        <SideHead letter="B" submission={b} />
      </div>
      <Measures pair={pair} />
      {pair.identical && <p>Symbol by symbol, the two submissions are {identityOf(pair)}.</p>}
      <PairChance pair={pair} />
      {pairChance(pair) !== "" && <p class="muted">{CHANCE_MEANING}</p>}
      <RareNames names={pair.rare_names ?? []} />
      <Judgement pair={pair} />
      <Method submissions={[a, b]} />
      {passages.length === 0 && (
        <p>The report holds the scores of this pair only; its passages are in the JSON output.</p>
      )}
      {printed.length < passages.length && (
        <p>
          This sheet shows the {count(printed.length)} longest of the {count(passages.length)}{" "}
          passages, in the order of the text.
        </p>
      )}
      {printed.map((index) => (
        <SheetPassage
          key={index}
          number={index + 1}
          passage={passages[index]!}
          files={files}
          submissions={{ a, b }}
        />
      ))}
    </article>
  );
}
