// Who has the same t-grams: sets of submissions, each kept once.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "compare/corpus/corpus.h"
#include "index/rank_sets.h"
#include "index/shared_index.h"

namespace whorl::internal::compare::search {

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

}  // namespace whorl::internal::compare::search
