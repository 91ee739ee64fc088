// Decisions: what decide() says of each row, collected as columns.
#pragma once

#include <cstdint>
#include <vector>

#include "table.h"
#include "table_builder.h"
#include "whorl/dedup.h"

namespace whorl::python {

struct Decided {
  Array keep;     // a row: whether it stays
  Array weight;   // a row: the size of its cluster if it stays, else 0
  Table removed;  // a row for each document that does not
  Table skipped;  // a row for each record that is no document
  DedupSummary summary;
};

class Decisions {
 public:
  Decisions();

  void add(const DedupDecision& decision);
  // All rows: `rows`, or as many as were seen if that is more. 0: the number is not known.
  Decided finish(DedupSummary summary, std::uint64_t rows) &&;

 private:
  std::vector<bool> keep_;
  std::vector<std::uint64_t> weight_;
  TableBuilder<DedupDecision> removed_;
};

// Columns row, name, reason and kind: "skipped", or "fallback" for a note about a document.
Table table_of(const std::vector<Skipped>& skipped);

}  // namespace whorl::python
