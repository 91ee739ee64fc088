// PassageSharers: with whom each submission shares a passage, t symbols in a row, exactly.
#pragma once

#include <cstdint>
#include <span>

#include "compare/corpus/corpus.h"
#include "compare/search/sharer_sets.h"
#include "index/shared_index.h"
#include "whorl/progress.h"

namespace whorl::internal::compare::search {

// Two submissions share a passage where they have a t-gram in common, all its symbols, not its hash
// alone. Who has a t-gram is a set of submissions; the t-grams of one passage have the same set, or
// few, so that each set is kept once.
class PassageSharers {
 public:
  static constexpr std::uint64_t kAtOnce = 1 << 22;

  // `index` is of `corpus`; nothing of it is kept. O(n log n) in the t-grams near shared k-grams,
  // in rounds; 16 bytes each while it runs, of a sixteenth of them, or of `at_once` where that is
  // more. Not all is found where `progress` is cancelled.
  PassageSharers(const corpus::Corpus& corpus, const index::SharedIndex& index, unsigned threads,
                 Progress& progress, std::uint64_t at_once = kAtOnce);

  // Sets in `bits`, one a submission by rank, those of all of a higher rank than `rank` that share
  // a passage with it. O(words of its sets).
  void mark_above(std::uint32_t rank, std::span<std::uint64_t> bits) const;

 private:
  SharerSets sharers_;
};

}  // namespace whorl::internal::compare::search
