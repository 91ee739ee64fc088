// The hash lists of a file that a run writes, in memory as well.
//
// A run that reads them soon need not read the file. The file is still written: another process
// and a run with less memory read it.
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

  // Gives all lists up if this one does not fit.
  void add(sketch::ShingleSpan hashes);

  // The lists one after the other; null if they were given up.
  std::shared_ptr<const std::vector<std::uint64_t>> take() { return std::move(all_); }

 private:
  std::shared_ptr<std::vector<std::uint64_t>> all_;
};

}  // namespace whorl::internal::store
