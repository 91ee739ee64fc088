// The order in which prefixes are taken where nobody counts how many documents have each shingle.
//
// Any order finds the same pairs, if it is the same for all documents. It decides how many
// candidates there are: the rarer the shingles of the prefixes, the fewer. To know those that many
// documents have, a sample of the documents is enough.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "whorl/phases.h"

namespace whorl::phases {

// A shingle that many of the sampled documents have.
struct HotShingle {
  std::uint64_t shingle;
  std::uint32_t documents;  // of the sample
  bool operator==(const HotShingle&) const = default;
};

// The shingles that at least `least` of the sampled sketches have, ascending by shingle.
// O(n log n) in the shingles of the sample.
std::vector<HotShingle> hot_shingles(std::span<const Shingles> sample, std::uint32_t least);

// Hot shingles are last, those of more documents later; all others are first, by their hash.
class ShingleOrder {
 public:
  // As hot_shingles() gives them. Keeps a copy. O(hot log hot).
  explicit ShingleOrder(std::span<const HotShingle> hot);

  // Appends the first `count` of a set in this order. O(count + hot ones of the set) lookups.
  void append_first(Shingles set, std::size_t count, std::vector<std::uint64_t>& out) const;

 private:
  std::uint32_t documents(std::uint64_t shingle) const;  // 0: it is not hot

  std::vector<HotShingle> hot_;
};

}  // namespace whorl::phases
