// Finds the runs of t symbols that stand earlier, out of core.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "repeats/sorted_runs.h"

namespace whorl::internal::repeats {

// Runs that begin at one symbol after the other and stand earlier in the same order, by the numbers
// of first symbols.
struct Repeat {
  std::uint64_t at = 0;
  std::uint64_t first = 0;  // where the same run stands first
  std::uint64_t runs = 1;
  auto operator<=>(const Repeat&) const = default;
  std::array<std::uint64_t, 3> sort_key() const { return {at, first, runs}; }
  std::uint64_t end() const { return at + runs; }
};

struct FoundRepeats {
  DocumentList documents;  // of `against`, then of the input
  AgainstRead against;
  std::uint64_t bytes = 0;             // of the input's texts as found
  base::SortedStream<Repeat> repeats;  // each start in the input once, ascending
};

// Where there is `against`, repeats are runs of the input that stand there; else runs that stand in
// an earlier document, or earlier in the same one without overlapping.
Result<FoundRepeats> find_repeats(const Sources& sources, const Workplace& place);

}  // namespace whorl::internal::repeats
