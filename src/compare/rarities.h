// Rarities: in how many submissions a stretch of text occurs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/shared_index.h"

namespace whorl {

class Rarities {
 public:
  // O(picks log picks), 8 bytes a pick.
  Rarities(const SharedIndex& index, unsigned threads);

  std::uint32_t submissions() const { return static_cast<std::uint32_t>(begin_.size() - 1); }

  // The fewest submissions that any k-gram selected in [begin, end) of `owner` occurs in; at
  // least 2, and 2 where none was selected. O(log picks + picks in the range).
  std::uint32_t shared_by(std::uint32_t owner, std::uint32_t begin, std::uint32_t end) const;

 private:
  struct Place {
    std::uint32_t position;
    std::uint32_t submissions;
  };
  std::vector<std::size_t> begin_;  // of each owner's places
  std::vector<Place> places_;       // by owner, then position
};

}  // namespace whorl
