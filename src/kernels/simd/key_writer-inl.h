// KeyStream: order keys of many places of a text at once, one place a lane.
//
// Every lane reads its own stretch of text and all lanes stand at the same offset of
// theirs. So the hash of the m symbols that ended m symbols ago (kgram_hash.h) is the vector
// that was computed m steps ago: no shuffle, no unaligned load, and a level of the doubling
// costs one rotation and one addition whatever k is.

#if defined(WHORL_KERNELS_SIMD_KEY_STREAM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WHORL_KERNELS_SIMD_KEY_STREAM_INL_H_
#undef WHORL_KERNELS_SIMD_KEY_STREAM_INL_H_
#else
#define WHORL_KERNELS_SIMD_KEY_STREAM_INL_H_
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/kgram_hash.h"

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

template <int kBits>
HWY_INLINE V32 RotateLeft(V32 v) {
  // Rotations by whole bytes are shuffles: one instruction also before AVX-512, and on
  // another port than the multiplications with it.
  if constexpr (kBits == 8) return ShuffleBytes<0x02010003u>(v);
  if constexpr (kBits == 16) return ShuffleBytes<0x01000302u>(v);
  if constexpr (kBits == 24) return ShuffleBytes<0x00030201u>(v);
  return hn::RotateRight<32 - kBits>(v);
}

template <int kLevel>
HWY_INLINE V32 Combine(V32 left, V32 right) {
  const V32 turned = RotateLeft<kRotation[kLevel & 7]>(left);
  return kLevel & 1 ? hn::Xor(turned, right) : hn::Add(turned, right);
}

HWY_INLINE V32 Mix(V32 symbol, V32 seed) {
  const V32 h = hn::Mul(hn::Xor(symbol, seed), hn::Set(D32(), 0x9E3779B1u));
  return hn::Xor(h, hn::ShiftRight<15>(h));
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

// In place of kLevels: the symbols are keys already.
inline constexpr int kReadyKeys = -1;

// kLevels = ceil(log2 k) levels of doubling; the last overlaps unless k is a power of two.
template <int kLevels>
class KeyStream {
 public:
  // How far back the left part of the last level stands.
  static std::size_t last_step(std::size_t k) {
    return kLevels <= 0 ? 0 : k - (std::size_t{1} << kLevels) / 2;
  }
  static constexpr std::size_t kRingVectors = kLevels > 4 ? (std::size_t{1} << (kLevels - 1)) - 8
                                                          : 0;

  // `rings` holds kRingVectors zeroed vectors, which live as long as the stream.
  KeyStream(std::uint32_t seed, std::uint32_t* HWY_RESTRICT rings)
      : seed_(hn::Set(D32(), seed)), rings_(rings) {}

  // Takes one step in each lane and returns the hashes of the 2^(kLevels - 1) symbols that end
  // with it, which the last level joins. kStep counts steps modulo kUnroll.
  template <int kStep>
  HWY_INLINE V32 Next(V32 symbol) {
    if constexpr (kLevels == kReadyKeys) return symbol;
    V32 h = Mix(symbol, seed_);
    if constexpr (kLevels > 1) h = Swap<0>(one_, h);
    if constexpr (kLevels > 2) h = Swap<1>(two_[kStep & 1], h);
    if constexpr (kLevels > 3) h = Swap<2>(four_[kStep & 3], h);
    h = Rings<3, kStep>(h);
    if constexpr (kStep == kUnroll - 1) step_ += kUnroll;
    return h;
  }

 private:
  template <int kLevel>
  HWY_INLINE V32 Swap(V32& before, V32 h) {
    const V32 left = before;
    before = h;
    return Combine<kLevel>(left, h);
  }

  // The ring of level i ≥ 3 holds 2^i vectors, after those of the levels before it.
  template <int kLevel, int kStep>
  HWY_INLINE V32 Rings(V32 h) {
    if constexpr (kLevel + 1 >= kLevels) {
      return h;
    } else {
      const D32 d;
      constexpr std::size_t kSize = std::size_t{1} << kLevel;
      std::uint32_t* HWY_RESTRICT four =
          rings_ + (kSize - 8 + (step_ & (kSize - 1))) * hn::Lanes(d);
      const V32 left = hn::Load(d, four + kStep * hn::Lanes(d));
      hn::Store(h, d, four + kStep * hn::Lanes(d));
      return Rings<kLevel + 1, kStep>(Combine<kLevel>(left, h));
    }
  }

  V32 seed_;
  V32 one_ = hn::Zero(D32());
  V32 two_[2] = {hn::Zero(D32()), hn::Zero(D32())};
  V32 four_[4] = {hn::Zero(D32()), hn::Zero(D32()), hn::Zero(D32()), hn::Zero(D32())};
  std::uint32_t* HWY_RESTRICT rings_;
  std::size_t step_ = 0;
};

}  // namespace whorl::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
