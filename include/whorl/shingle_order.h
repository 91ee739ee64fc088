// An order of shingles for prefixes. It is for programs that do not count the documents with each
// shingle.
//
// All documents must use the same order. Any order finds the same pairs, but the order decides how
// many candidates there are. The rarer the shingles in the prefixes, the fewer candidates. A sample
// of the documents is enough to find the shingles that occur in many documents.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "whorl/phases.h"

namespace whorl::phases {

// A shingle that occurs in many of the sampled documents.
struct HotShingle {
  std::uint64_t shingle;
  std::uint32_t documents;  // number of sampled documents with the shingle
  bool operator==(const HotShingle&) const = default;
};

// The sample and the limit of `whorl.distributed` and `whorl.spark`. One document in kSampledOneOf
// is sampled, chosen by the hash of its content. A shingle is hot if at least kHotFrom sampled
// documents contain it.
inline constexpr std::uint64_t kSampledOneOf = 100;
inline constexpr std::uint32_t kHotFrom = 3;

// Returns the shingles that occur in at least `least` of the sampled sketches, in ascending order
// of the shingle. O(n log n) for n shingles in the sample.
std::vector<HotShingle> hot_shingles(std::span<const Shingles> sample, std::uint32_t least);

// Orders shingles by their hash. Hot shingles follow all others; the most frequent one is last.
class ShingleOrder {
 public:
  // `hot`: the result of hot_shingles(), in any order. Stores a copy. O(hot log hot).
  explicit ShingleOrder(std::span<const HotShingle> hot);

  // Appends the first `count` shingles of `set` in this order to `out`. Returns the number of hot
  // shingles in `set` if one of the appended shingles is hot, otherwise 0. O((count + h) log hot),
  // where h is the number of hot shingles that were read.
  std::size_t append_first(Shingles set, std::size_t count, std::vector<std::uint64_t>& out) const;

 private:
  std::uint32_t documents(std::uint64_t shingle) const;  // 0: not hot

  std::vector<HotShingle> hot_;
};

}  // namespace whorl::phases
