// Ranges of symbols, and differences of them.
#pragma once

#include <cstdint>
#include <vector>

namespace whorl::internal::compare::corpus {

// Half-open, in symbols of a file.
struct SymbolRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t length() const { return end - begin; }
  friend bool operator==(const SymbolRange&, const SymbolRange&) = default;
};

// The parts of `ranges` outside `holes`. Both ascend, and neither has overlaps. Linear.
inline std::vector<SymbolRange> without(const std::vector<SymbolRange>& ranges,
                                        const std::vector<SymbolRange>& holes) {
  std::vector<SymbolRange> rest;
  auto hole = holes.begin();
  for (SymbolRange range : ranges) {
    while (hole != holes.end() && hole->end <= range.begin) ++hole;
    for (; hole != holes.end() && hole->begin < range.end; ++hole) {
      if (hole->begin > range.begin) rest.push_back({range.begin, hole->begin});
      range.begin = hole->end;
      if (range.begin >= range.end) break;
    }
    if (range.begin < range.end) rest.push_back(range);
  }
  return rest;
}

}  // namespace whorl::internal::compare::corpus
