#include "decisions.h"

#include <algorithm>
#include <utility>

namespace whorl::python {

void Decisions::add(const DedupDecision& decision) {
  if (keep_.size() <= decision.row) keep_.resize(decision.row + 1);
  keep_[decision.row] = decision.kept();
  if (!decision.kept()) add_removed(decision);
}

void Decisions::add_removed(const DedupDecision& decision) {
  row_.push_back(decision.row);
  id_.add(decision.document.id);
  reason_.add(to_string(*decision.reason));
  kept_row_.push_back(decision.kept_row);
  kept_id_.add(decision.kept_id);
  resemblance_.push_back(decision.resemblance.value);
  contained_.push_back(decision.contained.value);
  contains_.push_back(decision.contains.value);
  cluster_.push_back(decision.cluster);
}

Decided Decisions::finish(DedupSummary summary, std::uint64_t rows) && {
  for (const Skipped& skipped : summary.found.skipped) {
    if (skipped.row) rows = std::max(rows, *skipped.row + 1);
  }
  keep_.resize(std::max<std::size_t>(keep_.size(), rows));
  return {Array(booleans(keep_)),
          Table(structs({{"row", numbers(std::move(row_))},
                         {"id", std::move(id_).finish()},
                         {"reason", std::move(reason_).finish()},
                         {"kept_row", numbers(kept_row_)},
                         {"kept_id", std::move(kept_id_).finish()},
                         {"resemblance", numbers(std::move(resemblance_))},
                         {"contained", numbers(std::move(contained_))},
                         {"contains", numbers(std::move(contains_))},
                         {"cluster", numbers(cluster_)}})),
          table_of(summary.found.skipped), std::move(summary)};
}

Table table_of(const std::vector<Skipped>& skipped) {
  std::vector<std::optional<std::uint64_t>> row;
  TextBuilder name;
  TextBuilder reason;
  TextBuilder kind;
  for (const Skipped& one : skipped) {
    row.push_back(one.row);
    name.add(one.path);
    reason.add(one.reason);
    kind.add(one.kind == SkipKind::skipped ? "skipped" : "fallback");
  }
  return Table(structs({{"row", numbers(row)},
                        {"name", std::move(name).finish()},
                        {"reason", std::move(reason).finish()},
                        {"kind", std::move(kind).finish()}}));
}

}  // namespace whorl::python
