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

// Byte i of each 32-bit lane comes from the lane's byte that byte i of the pattern names;
// 0x80 gives 0.
template <std::uint32_t kPattern>
HWY_INLINE V32 ShuffleBytes(V32 v) {
  constexpr std::uint32_t kStep = 0x04040404u & ~((kPattern >> 7 & 0x01010101u) * 0xFF);
  alignas(16) static constexpr std::uint32_t kTable[4] = {
      kPattern, kPattern + kStep, kPattern + 2 * kStep, kPattern + 3 * kStep};
  const D32 d;
  const D8 d8;
  const auto table = hn::BitCast(d8, hn::LoadDup128(d, kTable));
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

// Reads symbols of all lanes: lane l begins at `text + begin[l]`.
template <class Symbol>
class LaneReader;

template <>
class LaneReader<std::uint8_t> {
 public:
  // The first `phantom` symbols of the first load stand for nothing and are not read.
  LaneReader(const std::uint8_t* text, VI32 begin, std::size_t phantom)
      : next_(text), begin_(begin), phantom_(static_cast<int>(phantom)) {}

  HWY_INLINE void Load() {
    const D32 d;
    const DI32 di;
    const auto* base = reinterpret_cast<const std::int32_t*>(next_);
    four_ = hn::BitCast(d, hn::GatherOffset(di, base, begin_));
    if (HWY_UNLIKELY(phantom_ != 0)) four_ = hn::ShiftLeftSame(four_, 8 * phantom_);
    next_ += kUnroll - static_cast<std::size_t>(phantom_);
    phantom_ = 0;
  }

  template <int kStep>
  HWY_INLINE V32 Get() const {
    return ShuffleBytes<0x80808000u + kStep>(four_);
  }

 private:
  const std::uint8_t* next_;
  VI32 begin_;
  V32 four_ = hn::Zero(D32());
  int phantom_;
};

template <>
class LaneReader<std::uint32_t> {
 public:
  LaneReader(const std::uint32_t* text, VI32 begin, std::size_t phantom)
      : next_(text), begin_(begin), phantom_(phantom) {}

  HWY_INLINE void Load() {
    four_ = next_;
    skip_ = phantom_;
    next_ += kUnroll - phantom_;
    phantom_ = 0;
  }

  template <int kStep>
  HWY_INLINE V32 Get() const {
    const std::size_t step = kStep < skip_ ? 0 : kStep - skip_;
    const auto* base = reinterpret_cast<const std::int32_t*>(four_ + step);
    return hn::BitCast(D32(), hn::GatherIndex(DI32(), base, begin_));
  }

 private:
  const std::uint32_t* next_;
  const std::uint32_t* four_ = nullptr;
  VI32 begin_;
  std::size_t phantom_;
  std::size_t skip_ = 0;
};

// kLevels = ceil(log2 k) levels of doubling; the last overlaps unless k is a power of two.
template <int kLevels>
class KeyStream {
 public:
  // How far back the left part of the last level stands.
  static std::size_t last_step(std::size_t k) {
    return kLevels == 0 ? 0 : k - (std::size_t{1} << kLevels) / 2;
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
