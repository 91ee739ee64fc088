// Converts marks, one bit a lane and one entry a step, to one bit a step for each lane's part of
// the text. For eight lanes, 64 steps are 64 bytes, whose top bits are one lane's word.

#if defined(WHORL_KERNELS_SIMD_MARKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WHORL_KERNELS_SIMD_MARKS_INL_H_
#undef WHORL_KERNELS_SIMD_MARKS_INL_H_
#else
#define WHORL_KERNELS_SIMD_MARKS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "fingerprints/kernels/simd/window_minima-inl.h"

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

using D8Steps = hn::CappedTag<std::uint8_t, 64>;
using V8Steps = hn::Vec<D8Steps>;
inline constexpr std::size_t kStepParts = 64 / hn::MaxLanes(D8Steps());

// Returns the top bit of each of 64 bytes and shifts the bytes by one bit.
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

// Words from one lane's first word to that of the next. A zero word precedes each lane and follows
// the last.
constexpr std::size_t WordSpacing(std::size_t steps) { return steps / 64 + 2; }
constexpr std::size_t WordRoom(std::size_t steps) { return kLanes * WordSpacing(steps) + 1; }

// Turns 64 steps, one byte each, into a word for each of eight lanes, `spacing` words apart.
HWY_INLINE void SpreadEight(V8Steps* part, std::size_t spacing, std::uint64_t* HWY_RESTRICT words) {
  for (std::size_t i = 8; i-- > 0;) {
    const std::uint64_t word = TakeTopBits(part);
    if (i < kLanes) words[i * spacing] = word;
  }
}

// Turns marks by step, and 64 empty ones, into words by lane: 64 steps at a time.
HWY_INLINE void SpreadMarks(const LaneBits* HWY_RESTRICT marks, std::size_t steps,
                            std::uint64_t* HWY_RESTRICT words) {
  const D8Steps d;
  const std::size_t spacing = WordSpacing(steps);
  for (std::size_t step = 0; step <= steps; step += 64) {
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
      SpreadEight(part[i], spacing, words + 8 * i * spacing + step / 64);
    }
  }
}

// Adds the bits of words[0, count) to those from bit `at` on. words[-1] and the last one are 0.
HWY_INLINE void AddBits(const std::uint64_t* HWY_RESTRICT words, std::size_t count, std::size_t at,
                        std::uint64_t* HWY_RESTRICT bits) {
  const int up = static_cast<int>(at % 64);
  const std::uint64_t* HWY_RESTRICT before = words - 1;
  bits += at / 64;
  for (std::size_t i = 0; i < count; ++i) {
    bits[i] |= words[i] << up | before[i] >> 1 >> (63 - up);
  }
}

// The marks of all lanes; lane l begins at first + l * spacing.
struct LaneMarks {
  const LaneBits* marks;
  std::size_t steps;
  std::size_t first;
  std::size_t spacing;
};

// Adds the marks to the bits, lane by lane, because all words of a lane have the same shift.
// `words` must have memory for WordRoom(steps).
HWY_INLINE void AddMarks(const LaneMarks& lanes, std::uint64_t* HWY_RESTRICT words,
                         std::uint64_t* HWY_RESTRICT bits) {
  const std::size_t of_lane = WordSpacing(lanes.steps);
  for (std::size_t lane = 0; lane <= kLanes; ++lane) words[lane * of_lane] = 0;
  SpreadMarks(lanes.marks, lanes.steps, words + 1);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    AddBits(words + 1 + lane * of_lane, of_lane, lanes.first + lane * lanes.spacing, bits);
  }
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
