// Ranges of symbols, and what they leave of a file.
#pragma once

#include <cstdint>
#include <vector>

namespace whorl {

// Half-open, in symbols of a file.
struct SymbolRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t length() const { return end - begin; }
  friend bool operator==(const SymbolRange&, const SymbolRange&) = default;
};

// The stretches of [0, size) that `ranges` (ascending, apart) leave. Linear.
inline std::vector<SymbolRange> rest_of(const std::vector<SymbolRange>& ranges,
                                        std::uint32_t size) {
  std::vector<SymbolRange> rest;
  std::uint32_t at = 0;
  for (const SymbolRange& range : ranges) {
    if (range.begin > at) rest.push_back({at, range.begin});
    at = range.end;
  }
  if (at < size) rest.push_back({at, size});
  return rest;
}

}  // namespace whorl
