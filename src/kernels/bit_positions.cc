#include "kernels/bit_positions.h"

#include <bit>

#include "kernels/level.h"

// Compiled for each level because counting bits is one instruction on all but the plainest.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bit_positions.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace whorl::kernels::HWY_NAMESPACE {

std::size_t CountBits(const std::uint64_t* words, std::size_t count) {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < count; ++i) bits += hwy::PopCount(words[i]);
  return bits;
}

// `out` has room for kBitsAtOnce more than there are. The first word is `first`.
void WritePositions(std::uint64_t first, const std::uint64_t* words, std::size_t begin,
                    std::size_t end, std::uint32_t* out) {
  std::uint64_t word = first;
  for (std::size_t i = begin; i < end; word = ++i < end ? words[i] : 0) {
    const auto base = static_cast<std::uint32_t>(64 * i);
    std::uint32_t* const next = out + hwy::PopCount(word);
    do {
      for (std::size_t j = 0; j < kBitsAtOnce; ++j) {
        out[j] = base + static_cast<std::uint32_t>(std::countr_zero(word));
        word &= word - 1;
      }
      out += kBitsAtOnce;
    } while (HWY_UNLIKELY(word != 0));
    out = next;
  }
}

}  // namespace whorl::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::kernels {
namespace {

// The word of bit `begin` without the bits before it.
std::uint64_t first_word(std::span<const std::uint64_t> words, std::size_t begin) {
  return words[begin / 64] & (~std::uint64_t{0} << (begin % 64));
}

}  // namespace

HWY_EXPORT(CountBits);
HWY_EXPORT(WritePositions);

void bit_positions_plain(std::span<const std::uint64_t> words, std::size_t begin,
                         std::vector<std::uint32_t>& positions) {
  positions.clear();
  for (std::size_t i = begin; i < 64 * words.size(); ++i) {
    if (words[i / 64] >> (i % 64) & 1) positions.push_back(static_cast<std::uint32_t>(i));
  }
}

std::size_t count_bits_plain(std::span<const std::uint64_t> words) {
  std::size_t bits = 0;
  for (const std::uint64_t word : words) bits += static_cast<std::size_t>(std::popcount(word));
  return bits;
}

std::size_t count_bits(std::span<const std::uint64_t> words) {
  if (level() == Level::scalar) return count_bits_plain(words);
  return HWY_DYNAMIC_DISPATCH(CountBits)(words.data(), words.size());
}

void bit_positions(std::span<const std::uint64_t> words, std::size_t begin,
                   std::vector<std::uint32_t>& positions) {
  if (level() == Level::scalar || begin >= 64 * words.size()) {
    return bit_positions_plain(words, begin, positions);
  }
  const std::uint64_t first = first_word(words, begin);
  const std::size_t after = begin / 64 + 1;
  const std::size_t count =
      static_cast<std::size_t>(std::popcount(first)) + count_bits(words.subspan(after));
  positions.resize(count + kBitsAtOnce);
  HWY_DYNAMIC_DISPATCH(WritePositions)
  (first, words.data(), begin / 64, words.size(), positions.data());
  positions.resize(count);
}

}  // namespace whorl::kernels
#endif
