// KeyWriter: order keys of many places of a text at once, one place a lane.
//
// Every lane reads its own stretch of text and all lanes stand at the same offset of theirs. So
// the running sum of k symbols ago (order_keys.h) is the vector that was computed k steps ago and
// the powers are those of the step: two multiplications, an addition and a subtraction a step,
// whatever k is, and no shuffle.

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

#include "kernels/order_keys.h"

HWY_BEFORE_NAMESPACE();
namespace whorl::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D32 = hn::ScalableTag<std::uint32_t>;
using DI32 = hn::RebindToSigned<D32>;
using D8 = hn::Repartition<std::uint8_t, D32>;
using V32 = hn::Vec<D32>;
using VI32 = hn::Vec<DI32>;

// Steps are taken four at a time, so that one load of four bytes feeds four of them.
inline constexpr std::size_t kUnroll = 4;

constexpr std::array<std::uint32_t, 16> ShuffleTable(std::uint32_t pattern) {
  const std::uint32_t step = 0x04040404u & ~((pattern >> 7 & 0x01010101u) * 0xFF);
  std::array<std::uint32_t, 16> table{};
  for (std::uint32_t i = 0; i < 16; ++i) table[i] = pattern + i % 4 * step;
  return table;
}

// Byte i of each 32-bit lane comes from the lane's byte that byte i of the pattern names;
// 0x80 gives 0.
template <std::uint32_t kPattern>
HWY_INLINE V32 ShuffleBytes(V32 v) {
  const D32 d;
  const D8 d8;
  // Whole vectors: one that is repeated costs a shuffle wherever the compiler loads it.
  alignas(64) static constexpr auto kTable = ShuffleTable(kPattern);
  const auto table = hn::BitCast(d8, hn::Load(d, kTable.data()));
  return hn::BitCast(d, hn::TableLookupBytesOr0(hn::BitCast(d8, v), table));
}

// The lanes of `d` hold, four to a block of 16 bytes, what stands at `from` and every `spacing`
// bytes after it.
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

// out[i] holds of each lane the i-th 32 bits of the 16 bytes at from + lane * spacing. Loads and
// shuffles: a gather takes several times as long.
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

// Reads symbols of all lanes, four of each at a time: lane l begins at text + l * spacing. The
// first `phantom` symbols of the first load stand for nothing and are not read. `loads` are all
// that will be made: nothing after them is read.
template <class Symbol>
class LaneReader;

template <>
class LaneReader<std::uint8_t> {
 public:
  LaneReader(const std::uint8_t* text, std::size_t spacing, std::size_t phantom, std::size_t loads)
      : next_(text), spacing_(spacing), phantom_(phantom), loads_(loads) {}

  HWY_INLINE void Load() {
    const D32 d;
    if (ahead_ == 0) Fetch();
    four_ = hn::Load(d, fetched_ + (kUnroll - ahead_) * hn::Lanes(d));
    --ahead_;
  }

  template <int kStep>
  HWY_INLINE V32 Get() const {
    return ShuffleBytes<0x80808000u + kStep>(four_);
  }

 private:
  // Fetches 16 bytes a lane, or four where that would be too many or the first.
  HWY_INLINE void Fetch() {
    const D32 d;
    if (HWY_UNLIKELY(phantom_ != 0 || loads_ < kUnroll)) return FetchOne();
    V32 v[4];
    LoadTransposed(next_, spacing_, v);
    for (std::size_t i = 0; i < 4; ++i) hn::Store(v[i], d, fetched_ + i * hn::Lanes(d));
    next_ += 4 * kUnroll;
    loads_ -= kUnroll;
    ahead_ = kUnroll;
  }

  HWY_NOINLINE void FetchOne() {
    const D32 d;
    std::uint32_t* to = fetched_ + (kUnroll - 1) * hn::Lanes(d);
    for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
      std::uint8_t bytes[kUnroll] = {};
      const std::uint8_t* from = next_ + lane * spacing_;
      for (std::size_t i = phantom_; i < kUnroll; ++i) bytes[i] = from[i - phantom_];
      hwy::CopyBytes<kUnroll>(bytes, to + lane);
    }
    next_ += kUnroll - phantom_;
    phantom_ = 0;
    --loads_;
    ahead_ = 1;
  }

  const std::uint8_t* next_;
  std::size_t spacing_;
  std::size_t phantom_;
  std::size_t loads_;
  std::size_t ahead_ = 0;  // loads that are fetched already
  V32 four_ = hn::Zero(D32());
  HWY_ALIGN std::uint32_t fetched_[kUnroll * hn::MaxLanes(D32())];
};

template <>
class LaneReader<std::uint32_t> {
 public:
  LaneReader(const std::uint32_t* text, std::size_t spacing, std::size_t phantom, std::size_t)
      : next_(text), spacing_(spacing), phantom_(phantom) {}

  HWY_INLINE void Load() {
    if (HWY_UNLIKELY(phantom_ != 0)) return LoadFirst();
    LoadTransposed(reinterpret_cast<const std::uint8_t*>(next_), spacing_ * sizeof(*next_), four_);
    next_ += kUnroll;
  }

  template <int kStep>
  HWY_INLINE V32 Get() const {
    return four_[kStep];
  }

 private:
  HWY_INLINE void LoadFirst() {
    const D32 d;
    const DI32 di;
    const auto lanes = hn::Mul(hn::Iota(di, 0), hn::Set(di, static_cast<std::int32_t>(spacing_)));
    for (std::size_t i = 0; i < kUnroll; ++i) {
      const std::uint32_t* from = next_ + (i < phantom_ ? 0 : i - phantom_);
      four_[i] =
          hn::BitCast(d, hn::GatherIndex(di, reinterpret_cast<const std::int32_t*>(from), lanes));
    }
    next_ += kUnroll - phantom_;
    phantom_ = 0;
  }

  const std::uint32_t* next_;
  std::size_t spacing_;
  std::size_t phantom_;
  V32 four_[kUnroll];
};

// Keys are compared as signed numbers, which every level does in one instruction: 2^31 is taken
// off them, or is not added.
using Key = std::int32_t;

// A Maker gives, of kUnroll steps at a time, the keys of the k-grams that end with them:
//
//   Key vector   Make<step>(symbols)   for the steps 0, 1, 2, 3 of these
//   void         EndSteps()            these are done
//   void         EndWrite()            the next one to come is the first of another write

// Order keys of k symbols.
class SumMaker {
 public:
  static std::size_t SumVectors(std::size_t k, std::size_t longest) { return k + longest; }

  // `sums` has room for SumVectors(), the longest write with its kUnroll - 1 more.
  SumMaker(const OrderPowers& powers, std::size_t k, std::uint32_t* sums)
      : down_(powers.down()),
        up_(powers.up()),
        first_(sums),
        before_(sums),
        now_(sums + k * hn::Lanes(D32())) {
    std::fill(first_, now_, 0u);
  }

  template <int kStep>
  HWY_INLINE VI32 Make(V32 symbols) {
    const D32 d;
    constexpr std::size_t kAt = kStep * hn::MaxLanes(D32());
    sum_ = hn::Add(sum_, hn::Mul(symbols, hn::Set(d, down_[kStep])));
    hn::Store(sum_, d, now_ + kAt);
    const V32 of_k = hn::Sub(sum_, hn::Load(d, before_ + kAt));
    return hn::BitCast(DI32(), hn::Mul(of_k, hn::Set(d, up_[kStep])));
  }

  HWY_INLINE void EndSteps() {
    down_ += kUnroll;
    up_ += kUnroll;
    before_ += kUnroll * hn::Lanes(D32());
    now_ += kUnroll * hn::Lanes(D32());
  }

  void EndWrite() {
    const std::size_t size = static_cast<std::size_t>(now_ - before_);
    std::copy(before_, now_, first_);
    before_ = first_;
    now_ = first_ + size;
  }

 private:
  const std::uint32_t* HWY_RESTRICT down_;
  const std::uint32_t* HWY_RESTRICT up_;
  std::uint32_t* first_;
  std::uint32_t* before_;  // the sums of k steps ago
  std::uint32_t* now_;
  V32 sum_ = hn::Zero(D32());
};

// The symbols are keys already.
class ReadyMaker {
 public:
  template <int kStep>
  HWY_INLINE VI32 Make(V32 symbols) {
    return hn::BitCast(DI32(), hn::Xor(symbols, hn::Set(D32(), 0x80000000u)));
  }
  HWY_INLINE void EndSteps() {}
  void EndWrite() {}
};

// Writes the keys of all lanes, in order.
template <class Symbol, class Maker>
class KeyWriter {
 public:
  KeyWriter(LaneReader<Symbol> reader, Maker maker) : reader_(reader), maker_(maker) {}

  // Writes keys[0, count) and up to kUnroll - 1 more, which the next call begins with.
  void Write(std::size_t count, Key* HWY_RESTRICT keys) {
    const DI32 d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t at = ready_;
    for (std::size_t i = 0; i < ready_ * lanes; i += lanes) {
      hn::Store(hn::Load(d, rest_ + i), d, keys + i);
    }
    Key* HWY_RESTRICT to = keys + at * lanes;
    // In copies, which stay in registers: members might be what the stores write to.
    LaneReader<Symbol> reader = reader_;
    Maker maker = maker_;
    for (; at < count; at += kUnroll) {
      reader.Load();
      hn::Store(maker.template Make<0>(reader.template Get<0>()), d, to);
      hn::Store(maker.template Make<1>(reader.template Get<1>()), d, to + lanes);
      hn::Store(maker.template Make<2>(reader.template Get<2>()), d, to + 2 * lanes);
      hn::Store(maker.template Make<3>(reader.template Get<3>()), d, to + 3 * lanes);
      maker.EndSteps();
      to += kUnroll * lanes;
    }
    maker.EndWrite();
    reader_ = reader;
    maker_ = maker;
    ready_ = at - count;
    rest_ = keys + count * lanes;
  }

 private:
  LaneReader<Symbol> reader_;
  Maker maker_;
  const Key* rest_ = nullptr;
  std::size_t ready_ = 0;
};

}  // namespace whorl::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
