// PassageSharers: with whom each submission shares a passage, t symbols in a row, exactly.
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

// The t-grams of a submission that others may have too: all its passages of t symbols that hold a
// k-gram which is shared.

// The t-grams of a file that begin in [begin, end), positions of the file.
struct TgramStretch {
  std::uint32_t file = 0;    // of Corpus::files
  std::uint32_t offset = 0;  // of the file in the submission
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Those that hold a shared k-gram of `owner`; each inside a run, none twice. Whatever t symbols two
// submissions have in a row are one of these in both, where runs promise windows: a match of t
// symbols selects the same k-gram in both, and where that was thinned (match::Thinner), the same t
// symbols stand some periods earlier, around one that was kept. O(selected k-grams).
std::vector<TgramStretch> shared_tgrams(const corpus::Corpus& corpus, std::uint32_t owner,
                                        const index::SharedIndex& index);

// All that its t-grams hold.
inline corpus::SymbolRange symbols_of(const corpus::PreparedFile& file,
                                      const TgramStretch& stretch) {
  return {stretch.begin, stretch.end + file.guarantee - 1};
}

// Who has the same t-grams: sets of submissions, each kept once.
struct SharerSets {
  explicit SharerSets(std::uint32_t owners) : of_rank(owners) {}

  index::RankSets sets;
  std::vector<std::vector<std::uint32_t>> of_rank;  // numbers of the sets that hold a rank
};

// Whether two postings of one hash, whose owners are named by rank, have the same t symbols. O(t).
bool same_tgram(const corpus::Corpus& corpus, const index::SharedIndex& index,
                const index::Posting& a, const index::Posting& b);

// Groups postings of t-grams by what they say and adds who has each to `out`, where they are two or
// more.
class SharerGrouping {
 public:
  // Keeps references to all. `index` ranks the submissions of `corpus`.
  SharerGrouping(const corpus::Corpus& corpus, const index::SharedIndex& index, SharerSets& out)
      : corpus_(corpus), index_(index), out_(out) {}

  // All postings of one hash, sorted, whose owners are named by rank. O(postings), and O(t) each to
  // compare them; where n unlike t-grams have the hash, n times.
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
