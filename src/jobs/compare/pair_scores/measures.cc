// The table of measures. A new measure needs a member of Pair, a row here, and lines in
// docs/methods.md and docs/report.schema.json, which tests compare with this table.
#include "whorl/pair_scores.h"

#include <algorithm>

#include "jobs/compare/pair_scores/score.h"

namespace whorl {

using namespace internal;

namespace {

using compare::pair_scores::share;

constexpr PairMeasure kMeasures[] = {
    {.name = "score",
     .sort = "score",
     .finds = "score",
     .unit = MeasureUnit::share,
     .label = "Score",
     .meaning = "value that the default order ranks by",
     .formula =
         "max(f + (1 − f)·o, l / (2·(350 + l))), "
         "f = (max(0, m − 2c − h·e − r − d·(q + z/10)) / min(n_a, n_b)) ^ p; r = 0 where identical",
     .source = "docs/quality.md",
     .field = &Pair::score,
     .value = compare::pair_scores::score,
     .bound = compare::pair_scores::score_bound},
    {.name = "similarity",
     .sort = "similarity",
     .finds = "similarity (both sides)",
     .unit = MeasureUnit::share,
     .label = "Similar",
     .meaning = "share of both sides' symbols that passages cover",
     .formula = "2m / (n_a + n_b)",
     .source = "Prechelt 2002",
     .field = &Pair::similarity,
     .value = [](const PairCounts& c) { return share(2 * c.matched, c.weight_a + c.weight_b); },
     .bound = [](const PairLimits& l) { return share(2 * l.matched, l.weight_a + l.weight_b); }},
    {.name = "containment_a",
     .sort = "containment",
     .finds = "the greater containment (finds a copy inside something longer)",
     .unit = MeasureUnit::share,
     .label = "A in B",
     .meaning = "share of A that is found in B",
     .formula = "m / n_a",
     .source = "Broder 1997",
     .field = &Pair::containment_a,
     .value = [](const PairCounts& c) { return share(c.matched, c.weight_a); },
     .bound = [](const PairLimits& l) { return share(l.matched, l.weight_a); }},
    {.name = "containment_b",
     .sort = "containment",
     .finds = "",
     .unit = MeasureUnit::share,
     .label = "B in A",
     .meaning = "share of B that is found in A",
     .formula = "m / n_b",
     .source = "Broder 1997",
     .field = &Pair::containment_b,
     .value = [](const PairCounts& c) { return share(c.matched, c.weight_b); },
     .bound = [](const PairLimits& l) { return share(l.matched, l.weight_b); }},
    {.name = "longest",
     .sort = "longest",
     .finds = "the longest passage",
     .unit = MeasureUnit::count,
     .label = "Longest",
     .meaning = "symbols of the longest passage",
     .formula = "max over the passages of their matched symbols",
     .source = "Schleimer 2003",
     .field = &Pair::longest,
     .value = [](const PairCounts& c) { return static_cast<double>(c.longest); },
     .bound = [](const PairLimits& l) { return static_cast<double>(l.symbols); }},
    {.name = "evidence",
     .sort = "evidence",
     .finds = "evidence (rare passages weigh more)",
     .unit = MeasureUnit::amount,
     .label = "Evidence",
     .meaning = "symbols shared; those that few others share weigh more",
     .formula = "Σ over the tiles of length · log₂(1 + N / s)",
     .source = "docs/methods.md",
     .field = &Pair::evidence,
     .value = [](const PairCounts& c) { return c.rare_symbols; },
     .bound = [](const PairLimits& l) { return static_cast<double>(l.symbols) * l.rarity; }},
    {.name = "resemblance",
     .sort = "resemblance",
     .finds = "resemblance (as `whorl cluster` has it)",
     .unit = MeasureUnit::share,
     .label = "Jaccard",
     .meaning = "share of all symbols of both, the common ones counted once",
     .formula = "m / (n_a + n_b − m)",
     .source = "Broder 1997",
     .field = &Pair::resemblance,
     .value =
         [](const PairCounts& c) { return share(c.matched, c.weight_a + c.weight_b - c.matched); },
     .bound =
         [](const PairLimits& l) { return share(l.matched, l.weight_a + l.weight_b - l.matched); }},
    {.name = "literals",
     .sort = "literals",
     .finds = "literals (numbers and strings that both spell, in any order)",
     .unit = MeasureUnit::share,
     .label = "Literals",
     .meaning = "share of both sides' numbers, strings and characters that both spell",
     .formula = "Σ min(v_a, v_b) / Σ max(v_a, v_b)",
     .source = "docs/quality.md",
     .field = &Pair::literals,
     .value = [](const PairCounts& c) { return share(c.common_literals, c.all_literals); },
     .bound = [](const PairLimits& l) { return l.literals; }},
    {.name = "names",
     .sort = "names",
     .finds = "names (that few others of the run have, in any order)",
     .unit = MeasureUnit::share,
     .label = "Names",
     .meaning = "share of one side's names that the other has too; those that few have weigh more",
     .formula = "Σ_both v / max(12, min(Σ_a v, Σ_b v)), v = log₂(N / 2s)",
     .source = "docs/quality.md",
     .field = &Pair::names,
     .value = [](const PairCounts& c) { return compare::pair_scores::share_of_names(c.names); },
     .bound = [](const PairLimits& l) { return compare::pair_scores::share_of_names(l.names); }},
};

}  // namespace

std::span<const PairMeasure> measures() { return kMeasures; }

std::span<const PairMeasure> measures_sorted_by(std::string_view key) {
  if (key.empty()) return {};
  const auto rows = std::ranges::find(kMeasures, key, &PairMeasure::sort);
  const auto end = std::find_if(rows, std::end(kMeasures),
                                [key](const PairMeasure& row) { return row.sort != key; });
  return {rows, end};
}

}  // namespace whorl
