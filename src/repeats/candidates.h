// Which runs of a document may be repeats.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "repeats/grid.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::repeats {

// First symbols of runs: [begin, end).
struct Starts {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool operator==(const Starts&) const = default;
};

// The runs of a document of `symbols` symbols that hold a k-gram whose fingerprint `may_repeat`:
// those in whose window one of `selected` stands for which it is so. Equal runs select the same
// k-gram, so no repeat is left out. Ascending, in blocks of at most a window of runs: one ends
// where such a k-gram begins, so that equal texts have equal blocks but for the first and the last.
// The next may begin at once. O(selected).
std::vector<Starts> candidate_starts(const Fingerprints& selected, std::size_t symbols,
                                     const Grid& grid,
                                     const std::function<bool(std::uint64_t)>& may_repeat);

}  // namespace whorl::internal::repeats
