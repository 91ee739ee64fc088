// Decisions: what decide() says of each row, collected as columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "table.h"
#include "whorl/dedup.h"

namespace whorl::python {

struct Decided {
  Array keep;     // a row: whether it stays
  Table removed;  // a row for each document that does not
  Table skipped;  // a row for each record that is no document
  DedupSummary summary;
};

class Decisions {
 public:
  void add(const DedupDecision& decision);
  // All rows, of which there are `rows`, or as many as were seen if that is more.
  Decided finish(DedupSummary summary, std::uint64_t rows) &&;

 private:
  void add_removed(const DedupDecision& decision);

  std::vector<bool> keep_;
  std::vector<std::uint64_t> row_;
  TextBuilder id_;
  TextBuilder reason_;
  std::vector<std::optional<std::uint64_t>> kept_row_;
  TextBuilder kept_id_;
  std::vector<double> resemblance_;
  std::vector<double> contained_;
  std::vector<double> contains_;
  std::vector<std::optional<std::uint64_t>> cluster_;
};

// Columns row, name, reason and kind: "skipped", or "fallback" for a note about a document.
Table table_of(const std::vector<Skipped>& skipped);

}  // namespace whorl::python
