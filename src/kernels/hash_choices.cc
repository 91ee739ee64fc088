#include "kernels/hash_choices.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "kernels/level.h"
#include "kernels/odd_inverse.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/hash_choices.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef WHORL_KERNELS_HASH_CHOICES_ONCE
#define WHORL_KERNELS_HASH_CHOICES_ONCE

namespace whorl::kernels {

// Chooses h where h · factor, turned right by `turn` bits, is at most `most`.
//
// With m = odd · 2^turn and factor = 1 / odd mod 2^64 these are the multiples of m: the product
// takes the multiples of odd to 0, 1, 2 … and all else beyond them, and the turn takes those that
// are not of 2^turn beyond too (Granlund and Montgomery 1994, §9).
struct ChoiceRule {
  std::uint64_t factor = 1;
  int turn = 0;
  std::uint64_t most = 0;
};

}  // namespace whorl::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace whorl::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<std::uint64_t, 8>;
using V = hn::Vec<D>;

template <bool kMultiples>
HWY_INLINE std::uint64_t MarkWord(const std::uint64_t* HWY_RESTRICT hashes, ChoiceRule rule) {
  const D d;
  const V most = hn::Set(d, rule.most);
  std::uint64_t others = 0;
  for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) {
    V v = hn::LoadU(d, hashes + i);
    if constexpr (kMultiples) {
      v = hn::Mul(v, hn::Set(d, rule.factor));
      v = hn::Or(hn::ShiftRightSame(v, rule.turn), hn::ShiftLeftSame(v, -rule.turn & 63));
    }
    std::uint8_t lanes[8] = {};
    hn::StoreMaskBits(d, hn::Lt(most, v), lanes);
    others |= std::uint64_t{lanes[0]} << i;
  }
  return ~others;
}

// Marks 64 hashes a word.
template <bool kMultiples>
void MarkWords(const std::uint64_t* HWY_RESTRICT hashes, std::size_t words, ChoiceRule rule,
               std::uint64_t* HWY_RESTRICT bits) {
  for (std::size_t i = 0; i < words; ++i) bits[i] = MarkWord<kMultiples>(hashes + 64 * i, rule);
}

void MarkSmall(const std::uint64_t* hashes, std::size_t words, ChoiceRule rule,
               std::uint64_t* bits) {
  MarkWords<false>(hashes, words, rule, bits);
}

void MarkMultiples(const std::uint64_t* hashes, std::size_t words, ChoiceRule rule,
                   std::uint64_t* bits) {
  MarkWords<true>(hashes, words, rule, bits);
}

}  // namespace whorl::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::kernels {
namespace {

HWY_EXPORT(MarkSmall);
HWY_EXPORT(MarkMultiples);

using Hashes = std::span<const std::uint64_t>;

// Sets the bits of those from `begin` on, a multiple of 64, that `chosen` says are.
template <class Chosen>
void mark_rest(Hashes hashes, std::size_t begin, Chosen chosen, std::vector<std::uint64_t>& bits) {
  for (std::size_t i = begin; i < hashes.size(); i += 64) {
    std::uint64_t word = 0;
    const std::size_t count = std::min<std::size_t>(64, hashes.size() - i);
    for (std::size_t j = 0; j < count; ++j) word |= std::uint64_t{chosen(hashes[i + j])} << j;
    bits[i / 64] = word;
  }
}

// Runs `vector` on whole words where there is a vector unit, then the same one by one.
template <class Vector>
void mark(Hashes hashes, ChoiceRule rule, std::vector<std::uint64_t>& bits, Vector vector) {
  bits.resize((hashes.size() + 63) / 64);
  const std::size_t words = level() == Level::scalar ? 0 : hashes.size() / 64;
  if (words > 0) vector(hashes.data(), words, rule, bits.data());
  const auto chosen = [=](std::uint64_t hash) {
    return std::rotr(hash * rule.factor, rule.turn) <= rule.most;
  };
  mark_rest(hashes, 64 * words, chosen, bits);
}

}  // namespace

void mark_at_most(Hashes hashes, std::uint64_t most, std::vector<std::uint64_t>& bits) {
  mark(hashes, {1, 0, most}, bits, HWY_DYNAMIC_DISPATCH(MarkSmall));
}

void mark_multiples(Hashes hashes, std::uint64_t m, std::vector<std::uint64_t>& bits) {
  const int turn = std::countr_zero(m);
  mark(hashes, {odd_inverse(m >> turn), turn, UINT64_MAX / m}, bits,
       HWY_DYNAMIC_DISPATCH(MarkMultiples));
}

void mark_at_most_plain(Hashes hashes, std::uint64_t most, std::vector<std::uint64_t>& bits) {
  bits.resize((hashes.size() + 63) / 64);
  mark_rest(
      hashes, 0, [=](std::uint64_t hash) { return hash <= most; }, bits);
}

void mark_multiples_plain(Hashes hashes, std::uint64_t m, std::vector<std::uint64_t>& bits) {
  bits.resize((hashes.size() + 63) / 64);
  mark_rest(
      hashes, 0, [=](std::uint64_t hash) { return hash % m == 0; }, bits);
}

}  // namespace whorl::kernels
#endif
