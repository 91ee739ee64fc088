// The hash lists of a file that a run writes, also kept in memory.
//
// A run that reads them soon need not read the file. The file is still written, because other
// processes and runs with less memory read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "fingerprints/sketch/sketch.h"

namespace whorl::internal::store {

class HeldLists {
 public:
  // Reserves addresses for `most` bytes; pages become resident as they fill.
  explicit HeldLists(std::uint64_t most);

  // Drops all lists if this one does not fit.
  void add(sketch::ShingleSpan hashes);

  // The concatenated lists; null if they were dropped.
  std::shared_ptr<const std::vector<std::uint64_t>> take() { return std::move(all_); }

 private:
  std::shared_ptr<std::vector<std::uint64_t>> all_;
};

}  // namespace whorl::internal::store
