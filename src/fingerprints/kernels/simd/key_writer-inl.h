// KeyWriter: order keys at many positions of a text at once, one position a lane.
//
// Every lane reads its own part of the text, and all lanes are at the same offset of their part. So
// the running sum of k symbols ago (order_keys.h) is the vector that was computed k steps ago, and
// all lanes use the powers of the step. A step is two multiplications, an addition and a
// subtraction for any k, without a shuffle.

#if defined(WHORL_KERNELS_SIMD_KEY_WRITER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WHORL_KERNELS_SIMD_KEY_WRITER_INL_H_
#undef WHORL_KERNELS_SIMD_KEY_WRITER_INL_H_
#else
#define WHORL_KERNELS_SIMD_KEY_WRITER_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "fingerprints/kernels/order_keys.h"

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D32 = hn::ScalableTag<std::uint32_t>;
using DI32 = hn::RebindToSigned<D32>;
using D8 = hn::Repartition<std::uint8_t, D32>;
using V32 = hn::Vec<D32>;
using VI32 = hn::Vec<DI32>;

// Steps at a time. A load of 16 bytes a lane is enough for all of them, or for four if symbols have
// 32 bits.
inline constexpr std::size_t kUnroll = 16;

constexpr std::array<std::uint32_t, 16> ShuffleTable(std::uint32_t pattern) {
  const std::uint32_t step = 0x04040404u & ~((pattern >> 7 & 0x01010101u) * 0xFF);
  std::array<std::uint32_t, 16> table{};
  for (std::uint32_t i = 0; i < 16; ++i) table[i] = pattern + i % 4 * step;
  return table;
}

// Byte i of each 32-bit lane comes from the lane's byte given by byte i of the pattern; 0x80 gives
// 0.
template <std::uint32_t kPattern>
HWY_INLINE V32 ShuffleBytes(V32 v) {
  const D32 d;
  const D8 d8;
  // Whole vectors: the compiler would need a shuffle for each load of a repeated one.
  alignas(64) static constexpr auto kTable = ShuffleTable(kPattern);
  const auto table = hn::BitCast(d8, hn::Load(d, kTable.data()));
  return hn::BitCast(d, hn::TableLookupBytesOr0(hn::BitCast(d8, v), table));
}

// Loads the bytes at `from` and at every `spacing` bytes after it into the lanes of `d`, four lanes
// to a block of 16 bytes.
template <class D>
HWY_INLINE hn::Vec<D> LoadBlocks(D d, const std::uint8_t* from, std::size_t spacing) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    return hn::LoadU(d, reinterpret_cast<const std::uint32_t*>(from));
  } else {
    const hn::Half<D> half;
    const std::uint8_t* upper = from + hn::MaxLanes(half) / 4 * spacing;
    return hn::Combine(d, LoadBlocks(half, upper, spacing), LoadBlocks(half, from, spacing));
  }
}

// out[i] gets for each lane the i-th 32 bits of the 16 bytes at from + lane * spacing. Uses loads
// and shuffles: a gather takes several times as long.
HWY_INLINE void LoadTransposed(const std::uint8_t* from, std::size_t spacing, V32* out) {
  const D32 d;
  const hn::RepartitionToWide<D32> wide;
  const auto as_wide = [&](V32 v) { return hn::BitCast(wide, v); };
  V32 in[4];
  for (std::size_t i = 0; i < 4; ++i) in[i] = LoadBlocks(d, from + i * spacing, 4 * spacing);
  const auto low01 = as_wide(hn::InterleaveLower(d, in[0], in[1]));
  const auto low23 = as_wide(hn::InterleaveLower(d, in[2], in[3]));
  const auto high01 = as_wide(hn::InterleaveUpper(d, in[0], in[1]));
  const auto high23 = as_wide(hn::InterleaveUpper(d, in[2], in[3]));
  out[0] = hn::BitCast(d, hn::InterleaveLower(wide, low01, low23));
  out[1] = hn::BitCast(d, hn::InterleaveUpper(wide, low01, low23));
  out[2] = hn::BitCast(d, hn::InterleaveLower(wide, high01, high23));
  out[3] = hn::BitCast(d, hn::InterleaveUpper(wide, high01, high23));
}

// Reads the symbols of all lanes, in order, kUnroll of each at a time. Lane l begins at text + l *
// spacing. The first `phantom` symbols, fewer than kUnroll, have no meaning. They and the first
// symbols of each lane are put together in `first`, kUnroll a lane.
template <class Symbol>
class LaneReader {
 public:
  LaneReader(const Symbol* text, std::size_t spacing, std::size_t phantom, Symbol* first)
      : now_(first), now_spacing_(kUnroll), next_(text + kUnroll - phantom), spacing_(spacing) {
    for (std::size_t lane = 0; lane < hn::Lanes(D32()); ++lane) {
      Symbol* const begin = std::fill_n(first + lane * kUnroll, phantom, Symbol{0});
      std::copy_n(text + lane * spacing, kUnroll - phantom, begin);
    }
  }

  // The symbols of one step of kUnroll; call it for the steps in order.
  template <int kStep>
  HWY_INLINE V32 Get() {
    constexpr int kALoad = 16 / sizeof(Symbol);
    if constexpr (kStep % kALoad == 0) {
      LoadTransposed(reinterpret_cast<const std::uint8_t*>(now_ + kStep),
                     now_spacing_ * sizeof(Symbol), four_);
    }
    if constexpr (sizeof(Symbol) == 4) return four_[kStep % 4];
    return ShuffleBytes<0x80808000u + kStep % 4>(four_[kStep % kALoad / 4]);
  }

  HWY_INLINE void EndSteps() {
    now_ = next_;
    now_spacing_ = spacing_;
    next_ += kUnroll;
  }

 private:
  const Symbol* now_;
  std::size_t now_spacing_;
  const Symbol* next_;
  std::size_t spacing_;
  V32 four_[4];
};

// Keys are compared as signed numbers, because every level has one instruction for that. So 2^31 is
// subtracted from them, or not added.
using Key = std::int32_t;

// A Maker gives, for kUnroll steps at a time, the keys of the k-grams that end with them:
//
//   Key vector   Make<step>(symbols)   for the steps 0, 1, ... of these, in order
//   void         EndSteps()            these are finished

// Order keys of k symbols. The sums of the last k steps, and up to kUnroll - 1 more, are in a ring.
// The last kUnroll sums are repeated before its beginning, so that any kUnroll sums are contiguous.
class SumMaker {
 public:
  static std::size_t RingVectors(std::size_t k) { return kUnroll + Length(k); }

  // `ring` must have memory for RingVectors().
  SumMaker(const OrderPowers& powers, std::size_t k, std::uint32_t* ring)
      : down_(powers.down()),
        up_(powers.up()),
        k_(k * hn::Lanes(D32())),
        length_(Length(k) * hn::Lanes(D32())),
        ring_(ring) {
    std::fill_n(ring, kAtOnce + length_, 0u);
    FindSums();
  }

  template <int kStep>
  HWY_INLINE VI32 Make(V32 symbols) {
    const D32 d;
    constexpr std::size_t kAt = kStep * hn::MaxLanes(D32());
    sum_ = hn::Add(sum_, hn::Mul(symbols, hn::Set(d, down_[kStep])));
    const V32 of_k = hn::Sub(sum_, hn::Load(d, before_ + kAt));
    hn::Store(sum_, d, now_ + kAt);
    return hn::BitCast(DI32(), hn::Mul(of_k, hn::Set(d, up_[kStep])));
  }

  HWY_INLINE void EndSteps() {
    down_ += kUnroll;
    up_ += kUnroll;
    at_ += kAtOnce;
    if (at_ > length_) {
      std::copy_n(ring_ + length_, kAtOnce, ring_);
      at_ = kAtOnce;
    }
    FindSums();
  }

 private:
  static constexpr std::size_t kAtOnce = kUnroll * hn::MaxLanes(D32());

  // A multiple of kUnroll; more than a small k needs, so that the repetition is rare.
  static std::size_t Length(std::size_t k) {
    return (std::max<std::size_t>(k, 64) + kUnroll - 1) / kUnroll * kUnroll;
  }

  HWY_INLINE void FindSums() {
    now_ = ring_ + at_;
    before_ = ring_ + (at_ < k_ ? at_ + length_ - k_ : at_ - k_);
  }

  const std::uint32_t* HWY_RESTRICT down_;
  const std::uint32_t* HWY_RESTRICT up_;
  std::size_t k_;  // in lanes, like all positions in the ring
  std::size_t length_;
  std::size_t at_ = kAtOnce;
  std::uint32_t* ring_;
  std::uint32_t* now_ = nullptr;
  const std::uint32_t* before_ = nullptr;  // the sums of k steps ago
  V32 sum_ = hn::Zero(D32());
};

// For symbols that are already keys.
class ReadyMaker {
 public:
  template <int kStep>
  HWY_INLINE VI32 Make(V32 symbols) {
    return hn::BitCast(DI32(), hn::Xor(symbols, hn::Set(D32(), 0x80000000u)));
  }
  HWY_INLINE void EndSteps() {}
};

// Writes the keys of all lanes, in order.
template <class Symbol, class Maker>
class KeyWriter {
 public:
  KeyWriter(LaneReader<Symbol> reader, Maker maker) : reader_(reader), maker_(maker) {}

  // Writes keys[0, count) and up to kUnroll - 1 more; the next call begins with those.
  void Write(std::size_t count, Key* keys) {
    const DI32 d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t at = ready_;
    for (std::size_t i = 0; i < ready_ * lanes; i += lanes) {
      hn::Store(hn::Load(d, rest_ + i), d, keys + i);
    }
    Key* HWY_RESTRICT to = keys + at * lanes;
    // Copies stay in registers; the compiler must assume that stores change members.
    LaneReader<Symbol> reader = reader_;
    Maker maker = maker_;
    for (; at < count; at += kUnroll) {
      WriteSteps(reader, maker, to, std::make_integer_sequence<int, kUnroll>());
      to += kUnroll * lanes;
    }
    reader_ = reader;
    maker_ = maker;
    ready_ = at - count;
    rest_ = keys + count * lanes;
  }

 private:
  template <int... kStep>
  static HWY_INLINE void WriteSteps(LaneReader<Symbol>& reader, Maker& maker, Key* HWY_RESTRICT to,
                                    std::integer_sequence<int, kStep...>) {
    const DI32 d;
    (hn::Store(maker.template Make<kStep>(reader.template Get<kStep>()), d,
               to + kStep * hn::MaxLanes(d)),
     ...);
    reader.EndSteps();
    maker.EndSteps();
  }

  LaneReader<Symbol> reader_;
  Maker maker_;
  const Key* rest_ = nullptr;
  std::size_t ready_ = 0;
};

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
