// Runs of symbols that two texts share, wherever they stand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::cluster {

// A symbol of one text that no other text has.
inline constexpr std::uint32_t kForeign = UINT32_MAX;

// Symbols of a text, one after the other.
struct SymbolRun {
  std::uint32_t at = 0;
  std::uint32_t length = 0;
  bool operator==(const SymbolRun&) const = default;
};

// The runs of at least `least` ≥ 1 symbols of `text` that stand in `other`, each as long as it can
// be and in no longer one, in order. Symbols are numbers under `symbols`, or kForeign. Time
// O(n log² n) and memory O(n + symbols), n being the stretches of both that hold nothing but
// symbols of the other; by the order of their suffixes (Manber and Myers 1993).
std::vector<SymbolRun> shared_runs(std::span<const std::uint32_t> text,
                                   std::span<const std::uint32_t> other, std::uint32_t symbols,
                                   std::uint32_t least);

// Where `run`, which is not empty, stands in `text`, overlaps too, ascending. O(run + text); Knuth,
// Morris and Pratt 1977.
std::vector<std::uint32_t> places_of(std::span<const std::uint32_t> run,
                                     std::span<const std::uint32_t> text);

}  // namespace whorl::internal::cluster
