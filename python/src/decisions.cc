#include "decisions.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace whorl::python {
namespace {

std::string_view reason_of(const DedupDecision& removed) {
  return removed.reason ? to_string(*removed.reason) : "large-cluster";
}

// Null for a row of a large cluster: it has no kept row.
std::optional<std::string_view> kept_id_of(const DedupDecision& removed) {
  return removed.reason ? std::optional<std::string_view>(removed.kept_id) : std::nullopt;
}

}  // namespace

Decisions::Decisions() {
  removed_.column("row", &DedupDecision::row)
      .column("id", [](const DedupDecision& removed) -> const auto& { return removed.document.id; })
      .column("reason", &reason_of)
      .column("kept_row", &DedupDecision::kept_row)
      .column("kept_id", &kept_id_of)
      .column("resemblance", [](const DedupDecision& removed) { return removed.resemblance.value; })
      .column("contained", [](const DedupDecision& removed) { return removed.contained.value; })
      .column("contains", [](const DedupDecision& removed) { return removed.contains.value; })
      .column("cluster", &DedupDecision::cluster);
}

void Decisions::add(const DedupDecision& decision) {
  if (keep_.size() <= decision.row) {
    keep_.resize(decision.row + 1);
    weight_.resize(decision.row + 1);
  }
  keep_[decision.row] = decision.kept();
  weight_[decision.row] = decision.kept() ? decision.cluster_size : 0;
  if (!decision.kept()) removed_.add(decision);
}

Decided Decisions::finish(DedupSummary summary, std::uint64_t rows) && {
  // Of files, only the rows that are listed are known. The list has those of `against`, too.
  if (rows == 0) {
    for (const Skipped& skipped : summary.found.skipped) {
      if (skipped.row) rows = std::max(rows, *skipped.row + 1);
    }
  }
  keep_.resize(std::max<std::size_t>(keep_.size(), rows));
  weight_.resize(keep_.size());
  return {Array(booleans(keep_)), Array(numbers(std::move(weight_))), std::move(removed_).finish(),
          table_of(summary.found.skipped), std::move(summary)};
}

Table table_of(const std::vector<Skipped>& skipped) {
  TableBuilder<Skipped> table;
  table.column("row", &Skipped::row)
      .column("name", &Skipped::path)
      .column("reason", &Skipped::reason)
      .column("kind", [](const Skipped& one) {
        return one.kind == SkipKind::skipped ? "skipped" : "fallback";
      });
  table.add_all(skipped);
  return std::move(table).finish();
}

}  // namespace whorl::python
