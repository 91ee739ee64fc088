// PackedSpans: where each of very many symbols stands, in two bytes a symbol instead of eight.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "whorl/document.h"

namespace whorl::internal::canon {

// Every 64th begin as it is; for each symbol how far it begins after the one before it, and its
// length, in a byte each. What does not fit a byte is in a list.
class PackedSpans {
 public:
  // Begins ascend; end ≥ begin.
  void add(std::uint32_t begin, std::uint32_t end);

  std::uint64_t size() const { return lengths_.bytes.size(); }
  // Of symbol i < size(). O(1), and O(log) where a byte is not enough.
  ByteRange operator[](std::uint64_t i) const;

 private:
  // Numbers of which most are small.
  struct SmallNumbers {
    std::vector<std::uint8_t> bytes;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> large;  // place, value

    void add(std::uint32_t value);
    std::uint32_t operator[](std::uint64_t i) const;
  };

  std::vector<std::uint32_t> begins_;  // of symbols 0, 64, 128 …
  SmallNumbers steps_;
  SmallNumbers lengths_;
  std::uint32_t last_begin_ = 0;
};

}  // namespace whorl::internal::canon
