#include "fingerprints/kernels/word_names.h"

#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "fingerprints/kernels/level.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fingerprints/kernels/word_names.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef WHORL_KERNELS_WORD_NAMES_ONCE
#define WHORL_KERNELS_WORD_NAMES_ONCE

namespace whorl::internal::kernels {

// The constants with which XXH3 flips words of up to three bytes, and of up to eight.
struct WordFlips {
  std::uint64_t three;
  std::uint64_t eight;

  // `secret` is the 192 bytes of the default secret.
  explicit WordFlips(const std::uint8_t* secret)
      : three(static_cast<std::uint32_t>(word(secret) ^ word(secret) >> 32)),
        eight(word(secret + 8) ^ word(secret + 16)) {}

 private:
  static std::uint64_t word(const std::uint8_t* at) {
    std::uint64_t value;
    std::memcpy(&value, at, sizeof(value));
    return value;
  }
};

}  // namespace whorl::internal::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<std::uint64_t, 8>;
using V = hn::Vec<D>;

HWY_INLINE V Set(std::uint64_t value) { return hn::Set(D(), value); }

// The byte of each word at an index below eight.
HWY_INLINE V ByteAt(V words, V index) {
  return hn::And(hn::Shr(words, hn::ShiftLeft<3>(index)), Set(0xff));
}

// XXH3-64 of both lengths: they only differ in the factors of the multiplications. So the factors
// are chosen, and the multiplications are the same.
HWY_INLINE V Hash(V words, V sizes, const WordFlips& flips) {
  const auto is_long = hn::Gt(sizes, Set(3));
  const auto choose = [&](V of_long, V of_short) {
    return hn::IfThenElse(is_long, of_long, of_short);
  };
  const V last = ByteAt(words, hn::Sub(sizes, Set(1)));
  V three = hn::Or(hn::ShiftLeft<16>(hn::And(words, Set(0xff))), hn::ShiftLeft<8>(sizes));
  three = hn::Or(three, hn::ShiftLeft<24>(ByteAt(words, hn::ShiftRight<1>(sizes))));
  three = hn::Xor(hn::Or(three, last), Set(flips.three));
  three = hn::Xor(three, hn::ShiftRight<33>(three));

  const V behind = hn::And(hn::ShiftLeft<3>(hn::Sub(sizes, Set(4))), Set(63));
  const V last_four = hn::And(hn::Shr(words, behind), Set(0xffffffff));
  V eight = hn::Xor(hn::Or(hn::ShiftLeft<32>(words), last_four), Set(flips.eight));
  eight = hn::Xor(eight, hn::Xor(hn::RotateRight<15>(eight), hn::RotateRight<40>(eight)));

  const V factor = Set(0x9FB21C651E98DF25u);
  V sum = hn::Mul(choose(eight, three), choose(factor, Set(0xC2B2AE3D27D4EB4Fu)));
  sum = hn::Xor(sum, choose(hn::Add(hn::ShiftRight<35>(sum), sizes), hn::ShiftRight<29>(sum)));
  sum = hn::Mul(sum, choose(factor, Set(0x165667B19E3779F9u)));
  return hn::Xor(sum, choose(hn::ShiftRight<28>(sum), hn::ShiftRight<32>(sum)));
}

// Computes as many symbols as fill vectors; returns their number.
std::size_t NameWords(const ShortWords& words, const WordFlips& flips, std::uint32_t* names) {
  const D d;
  const hn::Rebind<std::uint32_t, D> half;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= words.count; i += hn::Lanes(d)) {
    const V hash = Hash(hn::LoadU(d, words.bytes + i), hn::LoadU(d, words.sizes + i), flips);
    hn::StoreU(hn::TruncateTo(half, hash), half, names + i);
  }
  return i;
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::internal::kernels {

HWY_EXPORT(NameWords);

void name_words(const ShortWords& words, std::uint32_t* names) {
  static const WordFlips kFlips(XXH3_kSecret);
  const std::size_t named =
      level() == Level::scalar ? 0 : HWY_DYNAMIC_DISPATCH(NameWords)(words, kFlips, names);
  name_words_plain({words.bytes + named, words.sizes + named, words.count - named}, names + named);
}

void name_words_plain(const ShortWords& words, std::uint32_t* names) {
  for (std::size_t i = 0; i < words.count; ++i) {
    names[i] = static_cast<std::uint32_t>(XXH3_64bits(&words.bytes[i], words.sizes[i]));
  }
}

}  // namespace whorl::internal::kernels
#endif
