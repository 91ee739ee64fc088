// Window minima: the rightmost minimum of every window of w keys, one text a lane.
//
// The keys are cut into blocks of w. A window extends from one block into the next. So its minimum
// is the lesser of a suffix minimum of the first block and a prefix minimum of the second (van
// Herk, Gil and Werman): two minima a position for any w. As the window advances, suffix minima
// only grow and prefix minima only fall. So within a block of windows there is one turn from minima
// in the suffix to minima in the prefix. Comparisons alone therefore give the positions of the
// minima:
//
//   suffix record   a key less than all that follow it in its block
//   prefix record   a key at most as great as all before it in its block
//   before turn     a window's suffix minimum is less than its prefix minimum
//
// A suffix record can be a minimum first in the window after the record before it; it is one if
// that window has not turned. A prefix record can be a minimum last in the window before the next
// record; it is one if that window has turned. There is one turn. So suffix records are minima up
// to the first one at or after the turn, and prefix records down to the last one at or before the
// turn. One pass forward and one backward over the keys only compare and keep the masks. The minima
// follow from the masks, for many positions at a time.

#if defined(WHORL_KERNELS_SIMD_WINDOW_MINIMA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WHORL_KERNELS_SIMD_WINDOW_MINIMA_INL_H_
#undef WHORL_KERNELS_SIMD_WINDOW_MINIMA_INL_H_
#else
#define WHORL_KERNELS_SIMD_WINDOW_MINIMA_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "fingerprints/kernels/simd/key_writer-inl.h"

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// One bit a lane.
inline constexpr std::size_t kLanes = hn::MaxLanes(D32());
using LaneBits = std::conditional_t<kLanes <= 8, std::uint8_t, std::uint16_t>;

using DKey = DI32;
using VKey = VI32;
inline constexpr Key kGreatest = 0x7FFFFFFF;

// Masks are processed in vectors of this many entries.
using DMasks = hn::CappedTag<LaneBits, 16 / sizeof(LaneBits)>;
using VMasks = hn::Vec<DMasks>;
inline constexpr std::size_t kMasks = hn::MaxLanes(DMasks());

template <class Mask>
HWY_INLINE void StoreBits(Mask mask, LaneBits* to) {
  hn::StoreMaskBits(DKey(), mask, reinterpret_cast<std::uint8_t*>(to));
}

// For one block of w keys a lane. Masks have one bit a lane and one entry a position.
struct BlockScratch {
  Key* HWY_RESTRICT suffix;  // suffix minima
  LaneBits* HWY_RESTRICT suffix_records;
  LaneBits* HWY_RESTRICT prefix_others;  // not a prefix record
  LaneBits* HWY_RESTRICT before_turn;    // for the window that ends here

  // Entries of each mask.
  static constexpr std::size_t MaskRoom(std::size_t w) { return w + 2 * kMasks; }

  // No window ends in the first block, so it has no prefix records. The last key of a block is a
  // suffix record; as a prefix record it marks the block's end, which limits the record before it.
  void Begin(std::size_t w) const {
    std::fill_n(suffix_records, MaskRoom(w), LaneBits{0});
    std::fill_n(prefix_others, MaskRoom(w), static_cast<LaneBits>(~0u));
    suffix_records[w - 1] = static_cast<LaneBits>(~0u);
    prefix_others[w - 1] = 0;
  }
};

// Processes `keys`, the block after that of `suffix`, forward: finds its prefix records and where
// the windows that end in it turn.
HWY_INLINE void TakePrefixes(const Key* HWY_RESTRICT keys, const BlockScratch block,
                             std::size_t w) {
  const DKey d;
  const std::size_t lanes = hn::Lanes(d);
  VKey prefix = hn::Set(d, kGreatest);
#pragma GCC unroll 4
  for (std::size_t i = 0; i < w - 1; ++i) {
    const VKey key = hn::Load(d, keys + i * lanes);
    StoreBits(hn::Lt(prefix, key), block.prefix_others + i);
    prefix = hn::Min(prefix, key);
    StoreBits(hn::Lt(hn::Load(d, block.suffix + (i + 1) * lanes), prefix), block.before_turn + i);
  }
}

// Processes the same block backward: finds its suffix minima and records.
HWY_INLINE void TakeSuffixes(const Key* HWY_RESTRICT keys, const BlockScratch block,
                             std::size_t w) {
  const DKey d;
  const std::size_t lanes = hn::Lanes(d);
  VKey suffix = hn::Load(d, keys + (w - 1) * lanes);
  hn::Store(suffix, d, block.suffix + (w - 1) * lanes);
#pragma GCC unroll 4
  for (std::size_t i = w - 1; i-- > 0;) {
    const VKey key = hn::Load(d, keys + i * lanes);
    StoreBits(hn::Lt(key, suffix), block.suffix_records + i);
    suffix = hn::Min(suffix, key);
    hn::Store(suffix, d, block.suffix + i * lanes);
  }
}

// ORs each entry with all before it.
template <int kStep = 1>
HWY_INLINE VMasks OrFromFirst(VMasks v) {
  const VMasks further = hn::Or(v, hn::ShiftLeftLanes<kStep>(DMasks(), v));
  if constexpr (2 * kStep < kMasks) return OrFromFirst<2 * kStep>(further);
  return further;
}

// ORs each entry with all after it.
template <int kStep = 1>
HWY_INLINE VMasks OrFromLast(VMasks v) {
  const VMasks further = hn::Or(v, hn::ShiftRightLanes<kStep>(DMasks(), v));
  if constexpr (2 * kStep < kMasks) return OrFromLast<2 * kStep>(further);
  return further;
}

// Smaller blocks are marked entry by entry: a vector load would wait for the stores just before.
inline constexpr std::size_t kVectorBlock = 8;

// Adds to minima[0, w), of the block before, its suffix records up to the first one at or after the
// turn.
HWY_INLINE void MarkInSuffix(const BlockScratch block, std::size_t w,
                             LaneBits* HWY_RESTRICT minima) {
  if (w < kVectorBlock) {
    std::uint32_t closed = 0;  // lanes in which that record came before
    for (std::size_t i = 0; i < w; ++i) {
      const std::uint32_t record = block.suffix_records[i];
      minima[i] = static_cast<LaneBits>(minima[i] | (record & ~closed));
      closed |= record & ~std::uint32_t{block.before_turn[i]};
    }
    return;
  }
  const DMasks d;
  VMasks passed = hn::Zero(d);  // the first entry: lanes in which that record came before
  for (std::size_t i = 0; i < w; i += kMasks) {
    const VMasks records = hn::Load(d, block.suffix_records + i);
    const VMasks last = hn::AndNot(hn::Load(d, block.before_turn + i), records);
    const VMasks closed = OrFromFirst(hn::Or(last, passed));
    const VMasks open = hn::AndNot(hn::Or(hn::ShiftLeftLanes<1>(d, closed), passed), records);
    hn::StoreU(hn::Or(hn::LoadU(d, minima + i), open), d, minima + i);
    passed = hn::ShiftRightLanes<kMasks - 1>(d, closed);
  }
}

// Sets minima[0, w), and fewer than kMasks entries after, to the prefix records down to the last
// one at or before the turn. Each record before that one is followed by a record before the turn.
HWY_INLINE void MarkInPrefix(const BlockScratch block, std::size_t w,
                             LaneBits* HWY_RESTRICT minima) {
  if (w < kVectorBlock) {
    std::uint32_t closed = 0;  // lanes in which that record comes after
    for (std::size_t i = w - 1; i-- > 0;) {
      closed |= block.before_turn[i] & ~std::uint32_t{block.prefix_others[i + 1]};
      minima[i] = static_cast<LaneBits>(~(closed | block.prefix_others[i]));
    }
    minima[w - 1] = 0;
    return;
  }
  const DMasks d;
  VMasks passed = hn::Zero(d);  // the last entry: lanes in which that record comes after
  for (std::size_t i = (w + kMasks - 1) / kMasks * kMasks; i > 0;) {
    i -= kMasks;
    const VMasks others_next = hn::LoadU(d, block.prefix_others + i + 1);
    const VMasks last = hn::AndNot(others_next, hn::Load(d, block.before_turn + i));
    const VMasks closed = OrFromLast(hn::Or(last, passed));
    hn::StoreU(hn::Not(hn::Or(closed, hn::Load(d, block.prefix_others + i))), d, minima + i);
    passed = hn::ShiftLeftLanes<kMasks - 1>(d, closed);
  }
  minima[w - 1] = 0;
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
