// Finds, for each submission, the other submissions that share at least one run of t symbols.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "jobs/compare/corpus/corpus.h"
#include "passages/index/rank_sets.h"
#include "passages/index/shared_index.h"
#include "whorl/progress.h"

namespace whorl::internal::compare::search {

// The t-grams of a submission that others may have too: those that contain a shared k-gram.

// The t-grams of a file that begin in [begin, end), positions of the file.
struct TgramStretch {
  std::uint32_t file = 0;    // of Corpus::files
  std::uint32_t offset = 0;  // of the file in the submission
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Those that contain a shared k-gram of `owner`; each inside a run, none twice. If runs guarantee
// windows, any t consecutive symbols that two submissions share are among these in both. A match of
// t symbols selects the same k-gram in both. If that was thinned (match::Thinner), the same t
// symbols occur some periods earlier, around a kept one. O(selected k-grams).
std::vector<TgramStretch> shared_tgrams(const corpus::Corpus& corpus, std::uint32_t owner,
                                        const index::SharedIndex& index);

// All symbols of its t-grams.
inline corpus::SymbolRange symbols_of(const corpus::PreparedFile& file,
                                      const TgramStretch& stretch) {
  return {stretch.begin, stretch.end + file.guarantee - 1};
}

// Submissions that have the same t-grams, as sets; each set is stored once.
struct SharerSets {
  explicit SharerSets(std::uint32_t owners) : of_rank(owners) {}

  index::RankSets sets;
  std::vector<std::vector<std::uint32_t>> of_rank;  // numbers of the sets that contain a rank
};

// True if two postings of one hash, whose owners are given by rank, have the same t symbols. O(t).
bool same_tgram(const corpus::Corpus& corpus, const index::SharedIndex& index,
                const index::Posting& a, const index::Posting& b);

// Groups postings of t-grams by their symbols and adds the submissions of each group to `out`, if
// there are at least two.
class SharerGrouping {
 public:
  // Keeps references to all. `index` ranks the submissions of `corpus`.
  SharerGrouping(const corpus::Corpus& corpus, const index::SharedIndex& index, SharerSets& out)
      : corpus_(corpus), index_(index), out_(out) {}

  // All postings of one hash, sorted, whose owners are given by rank. O(postings), and O(t) each to
  // compare them; n times that if n different t-grams have the hash.
  void add(std::span<index::Posting> group);

 private:
  void add_tgram(std::span<const index::Posting> group);
  void add_set();

  const corpus::Corpus& corpus_;
  const index::SharedIndex& index_;
  SharerSets& out_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;  // sets
  std::vector<std::uint32_t> ranks_;
};

// Two submissions match if they have a t-gram in common; the symbols are compared, not only their
// hashes. All t-grams of one passage occur in the same few submissions, so each distinct set of
// submissions is stored once.
class PassageSharers {
 public:
  static constexpr std::uint64_t kAtOnce = 1 << 22;

  // `index` must belong to `corpus`; keeps no reference to it. O(n log n) in the t-grams near
  // shared k-grams, in rounds. Memory is 16 bytes each while it runs, for a sixteenth of them, or
  // for `at_once` if that is more. The result is incomplete if `progress` is cancelled.
  PassageSharers(const corpus::Corpus& corpus, const index::SharedIndex& index, unsigned threads,
                 Progress& progress, std::uint64_t at_once = kAtOnce);

  // Sets in `bits`, one bit a submission by rank, those of a higher rank than `rank` that share a
  // passage with it. O(words of its sets).
  void mark_above(std::uint32_t rank, std::span<std::uint64_t> bits) const;

 private:
  SharerSets sharers_;
};

}  // namespace whorl::internal::compare::search
