// Aligns two texts from a seed outwards: equal runs, and short gaps between them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jobs/repeats/word_file.h"
#include "passages/near/near_rule.h"

namespace whorl::internal::repeats {

// A k-gram that is in both texts, by the numbers of its first symbols.
struct Seed {
  std::uint64_t at = 0;     // in the later text
  std::uint64_t first = 0;  // in the earlier one
};

// The symbols of a document: [begin, end).
struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool operator==(const Extent&) const = default;
};

// A position in both texts, counted outwards from a seed, and the number of equal words from there.
struct RunOutwards {
  std::uint64_t later = 0;
  std::uint64_t earlier = 0;
  std::uint64_t symbols = 0;
};

// For one thread at a time.
class Aligner {
 public:
  // Both must outlive it.
  Aligner(WordReader& words, const near::NearRule& rule) : words_(words), rule_(rule) {}

  // The consecutive runs of equal words from the seed to both sides, ascending; none if the run of
  // the seed has fewer words than the rule requires. The next run has at least near::kShortestRun
  // words and is at most `rule.gap` words further in both texts; of several, the one with the least
  // gap is taken. In one document the earlier text ends before the later one begins. Valid until
  // the next call.
  //
  // This is greedy: it finds the runs of texts in which single words were changed, added or
  // removed, not the longest of all alignments. O(words + gaps · gap²).
  std::span<const near::EqualRun> align(const Seed& seed, const Extent& later,
                                        const Extent& earlier);

 private:
  WordReader& words_;
  const near::NearRule& rule_;
  std::vector<RunOutwards> left_;
  std::vector<RunOutwards> right_;
  std::vector<near::EqualRun> runs_;
};

}  // namespace whorl::internal::repeats
