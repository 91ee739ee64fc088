// BitList: bits that come one after the other, mostly ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "canon/origin.h"

namespace whorl::internal::canon {

class BitList {
 public:
  std::size_t size() const { return size_; }

  void add(bool bit) {
    if (size_ % 64 == 0) words_.push_back(0);
    words_.back() |= std::uint64_t{bit} << size_ % 64;
    ++size_;
  }

  void add_ones(std::size_t count) {
    while (count > 0) {
      if (size_ % 64 == 0) words_.push_back(0);
      const std::size_t here = std::min(count, 64 - size_ % 64);
      words_.back() |= ~std::uint64_t{0} >> (64 - here) << size_ % 64;
      size_ += here;
      count -= here;
    }
  }

  // Forgets the last bit.
  void pop() {
    --size_;
    words_.back() &= ~(std::uint64_t{1} << size_ % 64);
    if (size_ % 64 == 0) words_.pop_back();
  }

  KeepBitmap take() && { return {std::move(words_), size_}; }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t size_ = 0;
};

}  // namespace whorl::internal::canon
