// Aligning two texts from a seed outwards: equal runs, and short gaps between them.
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

// A place in both texts, counted outwards from a seed, and how many words are equal from there.
struct RunOutwards {
  std::uint64_t later = 0;
  std::uint64_t earlier = 0;
  std::uint64_t symbols = 0;
};

// For one thread at a time.
class Aligner {
 public:
  // Both outlive it.
  Aligner(WordReader& words, const near::NearRule& rule) : words_(words), rule_(rule) {}

  // The runs of equal words that follow one another from the seed on to both sides, ascending; none
  // where the seed lies in a run of fewer words than the rule asks for. After a run comes the next
  // one of at least near::kShortestRun words, at most `rule.gap` words further in both texts: of
  // several that with the least gap. In one document the earlier text ends before the later one
  // begins. Valid until the next call.
  //
  // This is greedy: it finds the runs of texts in which words were changed, added or left out here
  // and there, not the longest of all alignments. O(words + gaps · gap²).
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
