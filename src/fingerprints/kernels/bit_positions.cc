#include "fingerprints/kernels/bit_positions.h"

#include <bit>

#include "fingerprints/kernels/level.h"

// Compiled for each level, because counting bits is one instruction on all but the oldest.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fingerprints/kernels/bit_positions.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

std::size_t CountBits(const std::uint64_t* words, std::size_t count) {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < count; ++i) bits += hwy::PopCount(words[i]);
  return bits;
}

// Writes 64 * i + j for each bit j of `word`, and up to kBitsAtOnce - 1 meaningless values after
// them.
#if HWY_TARGET <= HWY_AVX3_DL  // packs bytes in one instruction
HWY_INLINE void WriteWord(std::uint64_t word, std::size_t i, std::uint32_t* out) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<std::uint8_t> d8;
  const hn::ScalableTag<std::uint32_t> d32;
  const hn::Rebind<std::uint8_t, decltype(d32)> d8_part;
  alignas(64) std::uint8_t bits[64];
  const auto mask = hn::LoadMaskBits(d8, reinterpret_cast<const std::uint8_t*>(&word));
  hn::Store(hn::Compress(hn::Iota(d8, 0), mask), d8, bits);
  const auto base = hn::Set(d32, static_cast<std::uint32_t>(64 * i));
  const std::size_t count = hwy::PopCount(word);
  std::size_t j = 0;
  do {
    hn::StoreU(hn::Add(base, hn::PromoteTo(d32, hn::Load(d8_part, bits + j))), d32, out + j);
    j += hn::Lanes(d32);
  } while (HWY_UNLIKELY(j < count));
}
#else
HWY_INLINE void WriteWord(std::uint64_t word, std::size_t i, std::uint32_t* out) {
  const auto base = static_cast<std::uint32_t>(64 * i);
  do {
    for (std::size_t j = 0; j < 4; ++j) {
      *out++ = base + static_cast<std::uint32_t>(std::countr_zero(word));
      word &= word - 1;
    }
  } while (HWY_UNLIKELY(word != 0));
}
#endif

// `out` must have memory for kBitsAtOnce values beyond the positions. `first` replaces the first
// word.
void WritePositions(std::uint64_t first, const std::uint64_t* words, std::size_t begin,
                    std::size_t end, std::uint32_t* out) {
  std::uint64_t word = first;
  for (std::size_t i = begin; i < end; word = ++i < end ? words[i] : 0) {
    WriteWord(word, i, out);
    out += hwy::PopCount(word);
  }
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::internal::kernels {
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

}  // namespace whorl::internal::kernels
#endif
