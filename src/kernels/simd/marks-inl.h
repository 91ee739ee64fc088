// From marks, one bit a lane and one entry a step, to one bit a step for each lane's part of the
// text. Of eight lanes 64 steps are 64 bytes, whose top bits are one lane's word.

#if defined(WHORL_KERNELS_SIMD_MARKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WHORL_KERNELS_SIMD_MARKS_INL_H_
#undef WHORL_KERNELS_SIMD_MARKS_INL_H_
#else
#define WHORL_KERNELS_SIMD_MARKS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "kernels/simd/choices-inl.h"

HWY_BEFORE_NAMESPACE();
namespace whorl::kernels::HWY_NAMESPACE {

// Sets bits [at, at + 64) |= word.
HWY_INLINE void OrBits(std::uint64_t* bits, std::size_t at, std::uint64_t word) {
  bits[at / 64] |= word << (at % 64);
  if (at % 64 != 0) bits[at / 64 + 1] |= word >> (64 - at % 64);
}

using D8Steps = hn::CappedTag<std::uint8_t, 64>;
using V8Steps = hn::Vec<D8Steps>;
inline constexpr std::size_t kStepParts = 64 / hn::MaxLanes(D8Steps());

// Takes the top bit of 64 bytes and moves the next one up.
HWY_INLINE std::uint64_t TakeTopBits(V8Steps* part) {
  const hn::RebindToSigned<D8Steps> d;
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < kStepParts; ++i) {
    alignas(8) std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, hn::Lt(hn::BitCast(d, part[i]), hn::Zero(d)), bytes);
    std::uint64_t bits;
    hwy::CopyBytes<8>(bytes, &bits);
    word |= bits << (i * hn::MaxLanes(d));
    part[i] = hn::Add(part[i], part[i]);
  }
  return word;
}

// Turns a byte a step, of 64 steps, into a word for each of eight lanes from `lane` on.
HWY_INLINE void SpreadEight(V8Steps* part, std::size_t lane, std::size_t at, std::size_t spacing,
                            std::uint64_t* HWY_RESTRICT bits) {
  for (std::size_t i = 8; i-- > 0;) {
    const std::uint64_t word = TakeTopBits(part);
    if (lane + i < kLanes) OrBits(bits, at + (lane + i) * spacing, word);
  }
}

// Turns marks a step into bits a lane: 64 steps at a time.
HWY_INLINE void SpreadMarks(const LaneBits* HWY_RESTRICT marks, std::size_t steps,
                            std::size_t first, std::size_t spacing,
                            std::uint64_t* HWY_RESTRICT bits) {
  const D8Steps d;
  for (std::size_t step = 0; step < steps; step += 64) {
    const auto* from = reinterpret_cast<const std::uint8_t*>(marks + step);
    V8Steps part[2][kStepParts];
    for (std::size_t i = 0; i < kStepParts; ++i) {
      const auto load = [&](std::size_t j) { return hn::LoadU(d, from + j * hn::Lanes(d)); };
      if constexpr (sizeof(LaneBits) == 1) {
        part[0][i] = load(i);
      } else {
        part[0][i] = hn::ConcatEven(d, load(2 * i + 1), load(2 * i));
        part[1][i] = hn::ConcatOdd(d, load(2 * i + 1), load(2 * i));
      }
    }
    for (std::size_t i = 0; i < sizeof(LaneBits); ++i) {
      SpreadEight(part[i], 8 * i, first + step, spacing, bits);
    }
  }
}

}  // namespace whorl::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
