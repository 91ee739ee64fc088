import { ShareSlider } from "../../components/ShareSlider";
import { count, counted, percent } from "../../report/format";
import { hiddenGroups } from "../../state/groups";
import { useSession } from "../../state/session";
import {
  BETWEEN_GROUPS,
  type IdentityFilter,
  NO_FILTER,
  type PairFilter,
  type VerdictFilter,
} from "./pair-filter";
import { ColumnChoice } from "./ColumnChoice";
import { changeFilter, pairFilter } from "./pair-query";

const VERDICT_CHOICES: { value: VerdictFilter; label: string }[] = [
  { value: "any", label: "Any verdict" },
  { value: "none", label: "No verdict yet" },
  { value: "copied", label: "Copied" },
  { value: "allowed", label: "Allowed" },
  { value: "unclear", label: "Unclear" },
];

function GroupChoice() {
  const { groups } = useSession().report;
  if (groups.length < 2) return null;
  return (
    <select
      class="field"
      aria-label="Group"
      value={pairFilter.value.group}
      onChange={(event) => changeFilter({ group: event.currentTarget.value })}
    >
      <option value="">All groups</option>
      <option value={BETWEEN_GROUPS}>Between groups</option>
      {groups.map((group) => (
        <option key={group} value={group}>
          {group}
        </option>
      ))}
    </select>
  );
}

function VerdictChoice() {
  return (
    <select
      class="field"
      aria-label="Verdict"
      value={pairFilter.value.verdict}
      onChange={(event) => changeFilter({ verdict: event.currentTarget.value as VerdictFilter })}
    >
      {VERDICT_CHOICES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

const IDENTITY_CHOICES: { value: IdentityFilter; label: string }[] = [
  { value: "any", label: "Identical or not" },
  { value: "all", label: "All identical" },
  { value: "identical", label: "Identical" },
  {
    value: "identical, renamed",
    label: "Identical except for renamed identifiers",
  },
];

function IdentityChoice() {
  const { report } = useSession();
  if (!report.pairs.some((pair) => pair.identical)) return null;
  return (
    <select
      class="field"
      aria-label="Identity"
      value={pairFilter.value.identity}
      onChange={(event) => changeFilter({ identity: event.currentTarget.value as IdentityFilter })}
    >
      {IDENTITY_CHOICES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

// A click on a bar of the histogram also sets an upper limit, which the slider cannot show.
function UpperEnd({ filter }: { filter: PairFilter }) {
  if (filter.max >= 1) return null;
  return (
    <button
      class="button bare"
      title="Show those above too"
      aria-label={`Below ${percent(filter.max)}: show those above too`}
      onClick={() => changeFilter({ max: 1 })}
    >
      below {percent(filter.max)} ×
    </button>
  );
}

// Tells that groups hidden in the view of clusters are hidden here too.
function HiddenGroups() {
  const hidden = hiddenGroups.value.size;
  if (hidden === 0) return null;
  return (
    <button
      class="button bare"
      title="Show all groups again"
      onClick={() => (hiddenGroups.value = new Set())}
    >
      without {counted(hidden, "group")} ×
    </button>
  );
}

export function FilterBar({ shown }: { shown: number }) {
  const { report } = useSession();
  const filter = pairFilter.value;
  const filtered = shown < report.pairs.length;
  return (
    <div class="filter-bar" role="search">
      <h1>Pairs</h1>
      <span class="filter-count muted" role="status">
        {filtered ? `${count(shown)} of ${count(report.pairs.length)}` : count(shown)}
      </span>
      <input
        id="pair-name"
        class="field"
        type="search"
        placeholder="Filter by name  /"
        aria-label="Filter by name"
        value={filter.text}
        onInput={(event) => changeFilter({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
        }}
      />
      <ShareSlider
        label={filter.by === "score" ? "Score from" : "Similarity from"}
        value={filter.min}
        onInput={(min) => changeFilter({ min })}
      />
      <UpperEnd filter={filter} />
      <IdentityChoice />
      <VerdictChoice />
      <GroupChoice />
      <HiddenGroups />
      <ColumnChoice />
      {filtered && (
        <button
          class="button bare"
          onClick={() => changeFilter({ ...NO_FILTER, sort: filter.sort })}
        >
          Clear
        </button>
      )}
    </div>
  );
}
