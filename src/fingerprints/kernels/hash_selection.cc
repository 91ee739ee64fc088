#include "fingerprints/kernels/hash_selection.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "fingerprints/kernels/level.h"
#include "fingerprints/kernels/odd_inverse.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fingerprints/kernels/hash_selection.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef WHORL_KERNELS_HASH_CHOICES_ONCE
#define WHORL_KERNELS_HASH_CHOICES_ONCE

namespace whorl::internal::kernels {

struct AtMost {
  std::uint64_t max;
  bool chooses(std::uint64_t hash) const { return hash <= max; }
};

// With m = odd · 2^turn and factor = 1 / odd mod 2^64, the multiples of m are the h for which h ·
// factor, rotated right by `turn` bits, is at most `max`. The product maps the multiples of odd to
// 0, 1, 2 … and all others beyond them; the rotation maps those that are not multiples of 2^turn
// beyond too (Granlund and Montgomery 1994, §9).
struct MultipleOf {
  int turn;
  std::uint64_t factor;
  std::uint64_t max;

  explicit MultipleOf(std::uint64_t m)
      : turn(std::countr_zero(m)), factor(odd_inverse(m >> turn)), max(UINT64_MAX / m) {}
  bool chooses(std::uint64_t hash) const { return std::rotr(hash * factor, turn) <= max; }
};

}  // namespace whorl::internal::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<std::uint64_t, 8>;
using V = hn::Vec<D>;

// The values that are at most `max` for the hashes that a rule chooses.
HWY_INLINE V Compared(V v, const AtMost&) { return v; }
HWY_INLINE V Compared(V v, const MultipleOf& rule) {
  const V product = hn::Mul(v, hn::Set(D(), rule.factor));
  return hn::Or(hn::ShiftRightSame(product, rule.turn),
                hn::ShiftLeftSame(product, -rule.turn & 63));
}

// Marks 64 hashes a word.
template <class Rule>
HWY_INLINE void MarkWords(const std::uint64_t* HWY_RESTRICT hashes, std::size_t words, Rule rule,
                          std::uint64_t* HWY_RESTRICT bits) {
  const D d;
  const V max = hn::Set(d, rule.max);
  for (std::size_t word = 0; word < words; ++word, hashes += 64) {
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) {
      std::uint8_t lanes[8] = {};
      hn::StoreMaskBits(d, hn::Lt(max, Compared(hn::LoadU(d, hashes + i), rule)), lanes);
      others |= std::uint64_t{lanes[0]} << i;
    }
    bits[word] = ~others;
  }
}

void MarkAtMost(const std::uint64_t* hashes, std::size_t words, AtMost rule, std::uint64_t* bits) {
  MarkWords(hashes, words, rule, bits);
}

void MarkMultiples(const std::uint64_t* hashes, std::size_t words, MultipleOf rule,
                   std::uint64_t* bits) {
  MarkWords(hashes, words, rule, bits);
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::internal::kernels {
namespace {

HWY_EXPORT(MarkAtMost);
HWY_EXPORT(MarkMultiples);

using Hashes = std::span<const std::uint64_t>;

// Sets the bits of the hashes from `begin` on, a multiple of 64, for which `chooses` is true.
template <class Chooses>
void mark_rest(Hashes hashes, std::size_t begin, Chooses chooses,
               std::vector<std::uint64_t>& bits) {
  for (std::size_t i = begin; i < hashes.size(); i += 64) {
    std::uint64_t word = 0;
    const std::size_t count = std::min<std::size_t>(64, hashes.size() - i);
    for (std::size_t j = 0; j < count; ++j) word |= std::uint64_t{chooses(hashes[i + j])} << j;
    bits[i / 64] = word;
  }
}

// Runs `vector` on whole words if there is a vector unit, then the same one by one.
template <class Rule, class Vector>
void mark(Hashes hashes, Rule rule, std::vector<std::uint64_t>& bits, Vector vector) {
  bits.resize((hashes.size() + 63) / 64);
  const std::size_t words = level() == Level::scalar ? 0 : hashes.size() / 64;
  if (words > 0) vector(hashes.data(), words, rule, bits.data());
  mark_rest(
      hashes, 64 * words, [&](std::uint64_t hash) { return rule.chooses(hash); }, bits);
}

}  // namespace

void mark_at_most(Hashes hashes, std::uint64_t max, std::vector<std::uint64_t>& bits) {
  mark(hashes, AtMost{max}, bits, HWY_DYNAMIC_DISPATCH(MarkAtMost));
}

void mark_multiples(Hashes hashes, std::uint64_t m, std::vector<std::uint64_t>& bits) {
  mark(hashes, MultipleOf(m), bits, HWY_DYNAMIC_DISPATCH(MarkMultiples));
}

void mark_at_most_plain(Hashes hashes, std::uint64_t max, std::vector<std::uint64_t>& bits) {
  bits.resize((hashes.size() + 63) / 64);
  mark_rest(
      hashes, 0, [=](std::uint64_t hash) { return hash <= max; }, bits);
}

void mark_multiples_plain(Hashes hashes, std::uint64_t m, std::vector<std::uint64_t>& bits) {
  bits.resize((hashes.size() + 63) / 64);
  mark_rest(
      hashes, 0, [=](std::uint64_t hash) { return hash % m == 0; }, bits);
}

}  // namespace whorl::internal::kernels
#endif
