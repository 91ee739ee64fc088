// Runs of symbols that two texts share, at any position.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::cluster {

// A symbol of one text that no other text has.
inline constexpr std::uint32_t kForeign = UINT32_MAX;

// Consecutive symbols of a text.
struct SymbolRun {
  std::uint32_t at = 0;
  std::uint32_t length = 0;
  bool operator==(const SymbolRun&) const = default;
};

// The maximal runs of at least `least` ≥ 1 symbols of `text` that occur in `other`, in order, none
// inside another. Symbols are numbers under `symbols`, or kForeign. Time O(n log² n) and memory O(n
// + symbols), where n counts the runs of both texts that contain only symbols of the other. Uses
// the order of their suffixes (Manber and Myers 1993).
std::vector<SymbolRun> shared_runs(std::span<const std::uint32_t> text,
                                   std::span<const std::uint32_t> other, std::uint32_t symbols,
                                   std::uint32_t least);

// The positions of `run`, which is not empty, in `text`, including overlapping ones, ascending.
// O(run + text); Knuth, Morris and Pratt 1977.
std::vector<std::uint32_t> places_of(std::span<const std::uint32_t> run,
                                     std::span<const std::uint32_t> text);

}  // namespace whorl::internal::cluster
