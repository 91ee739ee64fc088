#include "fingerprints/kernels/lane_cover.h"

#include <algorithm>

#include "fingerprints/kernels/level.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fingerprints/kernels/lane_cover.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The part of a LaneWord that fits in one vector.
using DLanes = hn::CappedTag<std::uint64_t, LaneWord::kWords>;
using Lanes = hn::Vec<DLanes>;

inline constexpr std::size_t kStride = sizeof(LaneWord) / sizeof(std::uint64_t);

HWY_INLINE bool AllZero(Lanes lanes) {
  const DLanes d;
  return hn::AllTrue(d, hn::Eq(lanes, hn::Zero(d)));
}

// Puts `number` into the lanes, which must be 0.
template <std::size_t kDigits>
HWY_INLINE void SetLanes(Lanes (&digits)[kDigits], std::uint32_t number, Lanes lanes) {
  const DLanes d;
  for (std::size_t p = 0; p < kDigits; ++p) {
    const auto all = std::uint64_t{0} - (number >> p & 1);
    digits[p] = hn::OrAnd(digits[p], lanes, hn::Set(d, all));
  }
}

// There are `most` planes at `planes`.
template <std::size_t kDigits>
HWY_INLINE void AddDigits(std::uint64_t* planes, std::size_t most, const Lanes (&digits)[kDigits]) {
  const DLanes d;
  Lanes carry = hn::Zero(d);
  std::size_t p = 0;
  for (; p < std::min(kDigits, most); ++p, planes += kStride) {
    const Lanes plane = hn::LoadU(d, planes);
    const Lanes differ = hn::Xor(plane, digits[p]);
    hn::StoreU(hn::Xor(differ, carry), d, planes);
    carry = hn::OrAnd(hn::And(plane, digits[p]), differ, carry);
  }
  for (; p < most && !AllZero(carry); ++p, planes += kStride) {
    const Lanes plane = hn::LoadU(d, planes);
    hn::StoreU(hn::Xor(plane, carry), d, planes);
    carry = hn::And(plane, carry);
  }
}

// For the words from `word` on that fit in a vector.
template <std::size_t kDigits>
HWY_INLINE void CoverWords(const SharedRange& range, const LaneCover& cover, std::size_t word,
                           const CoverPlanes& planes) {
  const DLanes d;
  Lanes open = hn::LoadU(d, range.lanes.words.data() + word);
  Lanes newly[kDigits];
  for (Lanes& digit : newly) digit = hn::Zero(d);
  bool all_remembered = true;
  for (std::uint32_t back = 1; back <= cover.ranges && !AllZero(open); ++back) {
    all_remembered = back <= LaneCover::kRemembered;
    if (!all_remembered) break;
    const LaneCover::Range& last = cover.recent[(cover.ranges - back) % LaneCover::kRemembered];
    if (last.end <= range.begin) break;
    const Lanes here = hn::And(open, hn::LoadU(d, last.lanes.words.data() + word));
    open = hn::Xor(open, here);
    SetLanes(newly, range.end - std::min(last.end, range.end), here);
  }
  SetLanes(newly, range.end - range.begin, open);
  AddDigits(planes.symbols.data()->words.data() + word, planes.symbols.size(), newly);
  if (!all_remembered) return;
  const Lanes begun[1] = {open};
  AddDigits(planes.stretches.data()->words.data() + word, planes.stretches.size(), begun);
}

// Digits of the length of most ranges, and of any range.
inline constexpr std::size_t kNarrow = 5;
inline constexpr std::size_t kWide = 32;

void CoverLanes(const SharedRange& range, const LaneCover& cover, const CoverPlanes& planes) {
  const bool narrow = (range.end - range.begin) >> kNarrow == 0;
  for (std::size_t word = 0; word < LaneWord::kWords; word += hn::Lanes(DLanes())) {
    if (narrow) {
      CoverWords<kNarrow>(range, cover, word, planes);
    } else {
      CoverWords<kWide>(range, cover, word, planes);
    }
  }
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::internal::kernels {
namespace {

HWY_EXPORT(CoverLanes);

void remember(const SharedRange& range, LaneCover& cover) {
  cover.recent[cover.ranges++ % LaneCover::kRemembered] = {range.lanes, range.end};
}

}  // namespace

void cover_lanes(const SharedRange& range, LaneCover& cover, const CoverPlanes& planes) {
  if (level() == Level::scalar) return cover_lanes_plain(range, cover, planes);
  HWY_DYNAMIC_DISPATCH(CoverLanes)(range, cover, planes);
  remember(range, cover);
}

void cover_lanes_plain(const SharedRange& range, LaneCover& cover, const CoverPlanes& planes) {
  base::LaneNumbers<32, LaneWord> newly{};  // covered
  LaneWord open = range.lanes;              // lanes whose last range is not found yet
  bool all_remembered = true;
  for (std::uint32_t back = 1; open != LaneWord{} && back <= cover.ranges; ++back) {
    all_remembered = back <= LaneCover::kRemembered;
    if (!all_remembered) break;
    const LaneCover::Range& last = cover.recent[(cover.ranges - back) % LaneCover::kRemembered];
    if (last.end <= range.begin) break;
    const LaneWord here = open & last.lanes;
    open = open ^ here;
    base::set_lanes(newly, range.end - std::min(last.end, range.end), here);
  }
  base::set_lanes(newly, range.end - range.begin, open);
  base::add_lanes(planes.symbols, newly);
  if (all_remembered) base::add_lanes(planes.stretches, base::LaneNumbers<1, LaneWord>{open});
  remember(range, cover);
}

}  // namespace whorl::internal::kernels
#endif
