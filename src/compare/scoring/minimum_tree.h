// MinimumTree: the nearest small number of a long list.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace whorl::internal::compare::scoring {

// Numbers, and above them the smallest of every 16, of every 16 of these, and so on.
class MinimumTree {
 public:
  MinimumTree() : MinimumTree(std::vector<std::uint8_t>{0}) {}

  // The first and the last number must be 0. Linear.
  explicit MinimumTree(std::vector<std::uint8_t> numbers) {
    levels_.push_back(std::move(numbers));
    while (levels_.back().size() > kFan) levels_.push_back(minima(levels_.back()));
  }

  std::size_t size() const { return levels_.front().size(); }

  // The first position from `at` on, or the last up to `at`, of a number below `bound`, which is at
  // least 1. O(log n).
  std::size_t next_below(std::size_t at, std::uint8_t bound) const {
    std::size_t level = 0;
    while (levels_[level][at] >= bound) {
      if (++at % kFan == 0 && level + 1 < levels_.size()) at /= kFan, ++level;
    }
    for (; level > 0; --level) {
      at *= kFan;
      while (levels_[level - 1][at] >= bound) ++at;
    }
    return at;
  }

  std::size_t last_below(std::size_t at, std::uint8_t bound) const {
    std::size_t level = 0;
    while (levels_[level][at] >= bound) {
      if (at-- % kFan == 0 && level + 1 < levels_.size()) at /= kFan, ++level;
    }
    for (; level > 0; --level) {
      at = std::min(at * kFan + kFan, levels_[level - 1].size()) - 1;
      while (levels_[level - 1][at] >= bound) --at;
    }
    return at;
  }

 private:
  static constexpr std::size_t kFan = 16;

  static std::vector<std::uint8_t> minima(const std::vector<std::uint8_t>& numbers) {
    std::vector<std::uint8_t> least((numbers.size() + kFan - 1) / kFan, 255);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      least[i / kFan] = std::min(least[i / kFan], numbers[i]);
    }
    return least;
  }

  std::vector<std::vector<std::uint8_t>> levels_;
};

}  // namespace whorl::internal::compare::scoring
