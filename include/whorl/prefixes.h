// Computes lists from sketches. A list contains the documents that have one shingle in their prefix
// at one modulus (whorl/rounds.h).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "whorl/pair_rule.h"
#include "whorl/phases.h"
#include "whorl/shingle_order.h"

namespace whorl::phases {

// The prefix of a sketch at one modulus.
struct Prefix {
  std::uint32_t level;  // index of the modulus in `moduli`, from 0
  SketchSize size;      // size of the sketch at the modulus
  bool at_own_modulus;  // false: the sketch has a finer modulus
  Shingles shingles;    // valid until the next call
  // The first `sufficing` shingles can form pairs; the others are hot and cannot
  // (ListMember::suffices in whorl/rounds.h).
  std::size_t sufficing;
};

// Computes the prefixes of one sketch per call.
class PrefixTaker {
 public:
  // `moduli` are all moduli of sketches of the collection, ascending. Each divides the next.
  PrefixTaker(PairRule rule, ShingleOrder order, std::vector<std::uint64_t> moduli);

  // Calls visit(prefix) for the modulus of the sketch and for each coarser modulus.
  void for_each(Shingles sketch, std::uint64_t modulus,
                const std::function<void(const Prefix&)>& visit);

 private:
  PairRule rule_;
  ShingleOrder order_;
  std::vector<std::uint64_t> moduli_;
  std::vector<std::uint64_t> kept_;
  std::vector<std::uint64_t> prefix_;
};

// Returns the number of the range that contains the shingle, if all shingles are divided into
// `ranges` ranges.
inline std::uint32_t range_of_shingle(std::uint64_t shingle, std::uint32_t ranges) {
  return static_cast<std::uint32_t>((shingle >> 32) * ranges >> 32);
}

// Returns the first rank of the range with the number `range`, if `ranks` ranks are divided into
// `ranges` ranges. Returns `ranks` if `range` is `ranges`.
inline std::uint64_t first_rank(std::uint64_t range, std::uint64_t ranges, std::uint64_t ranks) {
  return (range * ranks + ranges - 1) / ranges;
}

// Returns the number of the range that contains the rank.
inline std::uint64_t range_of(std::uint64_t rank, std::uint64_t ranges, std::uint64_t ranks) {
  return rank * ranges / ranks;
}

// Calls visit(postings) for each list that can form a pair: it has at least two postings, and
// suffices() is true for one of them or more. A posting is one shingle in the prefix of one
// document. `sorted` has all postings of its lists, sorted by posting.list() (the shingle and the
// level), then by rank. posting.suffices() is the `suffices` of its ListMember.
template <class Posting, class Visit>
void for_each_list(std::span<const Posting> sorted, Visit visit) {
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && sorted[end].list() == sorted[begin].list()) ++end;
    const auto list = sorted.subspan(begin, end - begin);
    const auto suffices = [](const Posting& posting) { return posting.suffices(); };
    if (list.size() >= 2 && std::ranges::any_of(list, suffices)) visit(list);
  }
}

}  // namespace whorl::phases
