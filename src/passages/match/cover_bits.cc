#include "passages/match/cover_bits.h"

#include <algorithm>
#include <bit>

namespace whorl::internal::match {

void CoverBits::cover(std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t at = begin; at < end;) {
    const std::uint32_t word_end = std::min(end, at / 64 * 64 + 64);
    const std::uint64_t low = ~std::uint64_t{0} << (at % 64);
    const std::uint64_t high = ~std::uint64_t{0} >> (63 - (word_end - 1) % 64);
    words_[at / 64] |= low & high;
    at = word_end;
  }
}

std::uint32_t CoverBits::number() {
  before_.resize(words_.size());
  std::uint32_t covered = 0;
  for (std::size_t w = 0; w < words_.size(); ++w) {
    before_[w] = covered;
    covered += static_cast<std::uint32_t>(std::popcount(words_[w]));
  }
  return covered;
}

std::uint32_t CoverBits::free_from(std::uint32_t begin, std::uint32_t at) const {
  if (begin >= at) return at;
  const std::uint32_t last = at - 1;
  std::uint64_t word = words_[last / 64] << (63 - last % 64) >> (63 - last % 64);
  for (std::uint32_t w = last / 64;; word = words_[--w]) {
    if (word != 0) return std::max<std::uint32_t>(begin, w * 64 + 64 - std::countl_zero(word));
    if (w * 64 <= begin) return begin;
  }
}

}  // namespace whorl::internal::match
