// Choices: the rightmost minimum of every window of w keys, one text a lane.
//
// The keys are cut into blocks of w. A window reaches from one block into the next, so its
// minimum is the lesser of a suffix minimum of the first block and a prefix minimum of the
// second (van Herk, Gil and Werman): two minima a position whatever w is. As the window
// moves on, suffix minima only grow and prefix minima only fall, so within a block of
// windows there is one turn from choosing in the suffix to choosing in the prefix. The
// chosen positions are therefore known from comparisons alone:
//
//   suffix record   a key less than all that follow it in its block
//   prefix record   a key at most as great as all before it in its block
//   before turn     a window's suffix minimum is less than its prefix minimum
//
// A suffix record is chosen when the first window that could choose it, the one after the
// record before it, has not turned; a prefix record when the last window that could choose
// it, the one before the next record, has turned. There is one turn, so of a block and its
// next one forward pass and one backward pass do: forward, suffix records are chosen up to the
// first that stands at the turn or after it; backward, prefix records are chosen down to the last
// that stands at the turn or before it.

#if defined(WHORL_KERNELS_SIMD_CHOICES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WHORL_KERNELS_SIMD_CHOICES_INL_H_
#undef WHORL_KERNELS_SIMD_CHOICES_INL_H_
#else
#define WHORL_KERNELS_SIMD_CHOICES_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/simd/key_writer-inl.h"

HWY_BEFORE_NAMESPACE();
namespace whorl::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// One bit a lane.
inline constexpr std::size_t kLanes = hn::MaxLanes(D32());
using LaneBits = std::conditional_t<kLanes <= 8, std::uint8_t, std::uint16_t>;

using DKey = DI32;
using VKey = VI32;
inline constexpr Key kGreatest = 0x7FFFFFFF;

template <class Mask>
HWY_INLINE std::uint32_t BitsOf(Mask mask) {
  alignas(8) std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(DKey(), mask, bytes);
  LaneBits bits;
  hwy::CopyBytes<sizeof(bits)>(bytes, &bits);
  return bits;
}

// Of one block of w keys a lane. Masks hold one bit a lane and one entry a position.
struct BlockScratch {
  Key* HWY_RESTRICT suffix;  // suffix minima
  LaneBits* HWY_RESTRICT suffix_records;
  LaneBits* HWY_RESTRICT prefix_others;  // not a prefix record
  LaneBits* HWY_RESTRICT before_turn;    // of the window that ends here
};

// Forward over `keys`, the block after that of `suffix`: takes its prefix records and where the
// windows that end in it turn, and adds to chosen[0, w) what they choose in the block before.
HWY_INLINE void ChooseInSuffix(const Key* HWY_RESTRICT keys, const BlockScratch block,
                               std::size_t w, LaneBits* HWY_RESTRICT chosen) {
  const DKey d;
  const std::size_t lanes = hn::Lanes(d);
  VKey prefix = hn::Set(d, kGreatest);
  std::uint32_t closed = 0;  // lanes where a suffix record stood at the turn or after it
  for (std::size_t i = 0; i + 1 < w; ++i) {
    const VKey key = hn::Load(d, keys + i * lanes);
    const VKey suffix = hn::Load(d, block.suffix + (i + 1) * lanes);
    block.prefix_others[i] = static_cast<LaneBits>(BitsOf(hn::Lt(prefix, key)));
    prefix = hn::Min(prefix, key);
    const std::uint32_t before_turn = BitsOf(hn::Lt(suffix, prefix));
    block.before_turn[i] = static_cast<LaneBits>(before_turn);
    const std::uint32_t record = block.suffix_records[i];
    chosen[i] = static_cast<LaneBits>(chosen[i] | (record & ~closed));
    closed |= record & ~before_turn;
  }
  chosen[w - 1] = static_cast<LaneBits>(chosen[w - 1] | (block.suffix_records[w - 1] & ~closed));
}

// Backward over the same block: sets chosen[0, w) to what the same windows choose in it, and takes
// its suffix minima and records.
HWY_INLINE void ChooseInPrefix(const Key* HWY_RESTRICT keys, const BlockScratch block,
                               std::size_t w, LaneBits* HWY_RESTRICT chosen) {
  const DKey d;
  const std::size_t lanes = hn::Lanes(d);
  VKey suffix = hn::Load(d, keys + (w - 1) * lanes);
  hn::Store(suffix, d, block.suffix + (w - 1) * lanes);
  block.suffix_records[w - 1] = static_cast<LaneBits>(~0u);
  chosen[w - 1] = 0;
  std::uint32_t closed = 0;  // lanes where the next prefix record, or the end, is before the turn
  std::uint32_t other = 0;   // the block's end bounds the last record
  for (std::size_t i = w - 1; i-- > 0;) {
    const VKey key = hn::Load(d, keys + i * lanes);
    block.suffix_records[i] = static_cast<LaneBits>(BitsOf(hn::Lt(key, suffix)));
    suffix = hn::Min(suffix, key);
    hn::Store(suffix, d, block.suffix + i * lanes);
    closed |= block.before_turn[i] & ~other;
    other = block.prefix_others[i];
    chosen[i] = static_cast<LaneBits>(~(other | closed));
  }
}

}  // namespace whorl::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
