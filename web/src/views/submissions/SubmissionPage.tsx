import { useState } from "preact/hooks";
import { Name, VisibleText } from "../../components/Name";
import { Score } from "../../components/Score";
import { VerdictBadge } from "../../components/VerdictBadge";
import { count, counted, percent } from "../../report/format";
import { partnerOf, type Pair, type Submission } from "../../report/report";
import { filesInWords, skippedOf } from "../../report/submission-words";
import { frontEndWords } from "../../report/recipe-words";
import { handedInWords } from "../../report/times";
import { unitOf, unitOfAll } from "../../report/unit-words";
import { pairHref } from "../../state/links";
import { anonymous, isHidden, toggleHidden } from "../../state/names";
import { hrefOf } from "../../state/route";
import { useSession } from "../../state/session";
import { useTitle } from "../../state/title";

const PAIRS_AT_FIRST = 30;

function PartnerRow({ pair, submission }: { pair: Pair; submission: Submission }) {
  const { report, names, reviews } = useSession();
  const partner = report.submissions[partnerOf(pair, submission.index)]!;
  const isA = pair.ai === submission.index;
  const own = isA ? pair.containment_a : pair.containment_b;
  return (
    <a class="partner-row" href={pairHref(pair)}>
      <Score share={pair.score} strong />
      <Name text={names.submission(partner)} />
      <VerdictBadge verdict={reviews.of(pair).verdict} />
      <span class="muted numeric">{percent(own)} of this one</span>
    </a>
  );
}

function Partners({ submission }: { submission: Submission }) {
  const { report } = useSession();
  const [all, setAll] = useState(false);
  const shown = all ? submission.pairs : submission.pairs.slice(0, PAIRS_AT_FIRST);
  return (
    <section class="card" aria-label="Pairs">
      <h2>Shares passages with</h2>
      {shown.length === 0 && <p class="muted">This submission is in no listed pair.</p>}
      <ol class="partner-list">
        {shown.map((index) => (
          <li key={index}>
            <PartnerRow pair={report.pairs[index]!} submission={submission} />
          </li>
        ))}
      </ol>
      {shown.length < submission.pairs.length && (
        <button class="button" onClick={() => setAll(true)}>
          Show all {count(submission.pairs.length)}
        </button>
      )}
    </section>
  );
}

function Files({ submission }: { submission: Submission }) {
  const { report, names } = useSession();
  return (
    <section class="card submission-files" aria-label="Files">
      <h2>Files</h2>
      <ul>
        {submission.files.map((file) => (
          <li key={`${file.path} ${file.front_end}`}>
            <span class="mono">
              <Name text={names.file(submission, file.path)} />
            </span>
            <span class="muted">
              {frontEndWords(file.front_end)} · {counted(file.lines, "line")} ·{" "}
              {counted(file.symbols, unitOf(file.front_end))}
              {file.base_symbols > 0 && ` and ${count(file.base_symbols)} of base code`}
            </span>
          </li>
        ))}
        {skippedOf(submission, report.skipped).map(({ path, reason }, i) => (
          <li key={i}>
            <span class="mono">
              <Name text={names.path(path)} />
            </span>
            <span class="warn">
              <VisibleText text={reason} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SubmissionPage({ submission }: { submission: Submission }) {
  const { names } = useSession();
  useTitle(names.submission(submission));
  const facts = [
    submission.group,
    filesInWords(submission),
    counted(submission.symbols, unitOfAll([submission])),
    handedInWords(submission),
    submission.archived ? "of a past year" : "",
  ].filter((fact) => fact !== "");
  return (
    <div class="page submission-page">
      <header>
        <a href={hrefOf(["submissions"])}>Submissions</a>
        <h1>
          <Name text={names.submission(submission)} title={names.whole(submission)} />
        </h1>
        <p class="muted">
          <VisibleText text={facts.join(" · ")} />
        </p>
        {!anonymous.value && (
          <button
            class="button"
            aria-pressed={isHidden(submission)}
            title="Show a pseudonym in place of this name everywhere. The file still contains the name."
            onClick={() => toggleHidden(submission)}
          >
            Hide this name
          </button>
        )}
      </header>
      <Partners submission={submission} />
      <Files submission={submission} />
    </div>
  );
}
