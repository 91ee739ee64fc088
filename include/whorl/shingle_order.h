// An order of shingles for prefixes, for programs that do not count how many documents have each
// shingle.
//
// The pairs that are found are the same for any order, if all documents use the same one. The order
// decides how many candidates there are: the rarer the shingles in the prefixes, the fewer. A
// sample of the documents is enough to find the shingles that many documents have.
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

// The sample and the limit of `whorl.distributed` and `whorl.spark`: one document in kSampledOneOf,
// chosen by the hash of its content. A shingle is hot if at least kHotFrom of them have it.
inline constexpr std::uint64_t kSampledOneOf = 100;
inline constexpr std::uint32_t kHotFrom = 3;

// The shingles that at least `least` of the sampled sketches have, ascending by shingle.
// O(n log n) in the shingles of the sample.
std::vector<HotShingle> hot_shingles(std::span<const Shingles> sample, std::uint32_t least);

// Orders shingles by their hash. Hot shingles come after all others, the most frequent last.
class ShingleOrder {
 public:
  // `hot` is the result of hot_shingles(), in any order. Keeps a copy. O(hot log hot).
  explicit ShingleOrder(std::span<const HotShingle> hot);

  // Appends the first `count` shingles of `set` in this order. If one of them is hot, returns how
  // many of `set` are hot, else 0. O((count + hot ones before) log hot).
  std::size_t append_first(Shingles set, std::size_t count, std::vector<std::uint64_t>& out) const;

 private:
  std::uint32_t documents(std::uint64_t shingle) const;  // 0: it is not hot

  std::vector<HotShingle> hot_;
};

}  // namespace whorl::phases
