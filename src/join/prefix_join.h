// PrefixJoin: the pairs of documents that share a shingle of their prefixes, each formed once.
//
// Very similar documents share most of their prefixes. Groups are gathered up to a
// limit of memory; then each document looks through its groups and marks with whom it is paired.
#pragma once

#include <mutex>
#include <vector>

#include "base/external_sort.h"
#include "base/pool.h"
#include "join/candidate_options.h"
#include "join/records.h"

namespace whorl::internal::join {

class PrefixJoin {
 public:
  // For pairs whose sketches may reach the resemblance `threshold`. Keeps references to the last
  // two. `memory` in bytes bounds what is gathered, 24 a prefix; a pair may come once for each
  // time that it is filled.
  PrefixJoin(double threshold, std::uint64_t memory, unsigned threads,
             base::ExternalSorter<CandidatePair>& out, CandidateStats& stats);

  // Takes a group of one shingle and level, by size. O(n) and, when full, what flush() costs.
  Result<void> add(const std::vector<Prefix>& group);

  // Forms the pairs of what was gathered: O(shared prefix shingles), on several threads.
  Result<void> flush();

 private:
  // A document in a group.
  struct Member {
    std::uint32_t first;  // of its group, that is large enough to be like it
    std::uint32_t size;
    std::uint32_t position;
    bool own;
    bool indexed;  // may be the smaller one of a pair here
  };
  struct Seeker {
    explicit Seeker(std::size_t documents) : paired((documents + 63) / 64) {}
    std::vector<std::uint64_t> paired;   // a bit a document: with the one at hand
    std::vector<store::DocId> partners;  // of the one at hand
    std::vector<CandidatePair> pairs;    // not handed over yet
  };

  void order_by_document();
  void join(std::size_t first, std::size_t last, Seeker& seeker);
  void prefetch(std::uint32_t i) const;
  void find_partners(std::uint32_t at, Seeker& seeker) const;
  void form_pairs(store::DocId doc, Seeker& seeker) const;
  void hand_over(std::vector<CandidatePair>& pairs);

  double threshold_;
  std::size_t capacity_;
  unsigned threads_;
  base::ExternalSorter<CandidatePair>& out_;
  CandidateStats& stats_;
  std::vector<store::DocId> docs_;     // group by group, by size, then document
  std::vector<Member> members_;        // the same
  std::vector<std::uint32_t> order_;   // members by document
  std::vector<std::uint32_t> begins_;  // in order_, of each document that has any; and the end
  std::size_t documents_ = 0;          // numbers are below
  base::Pool<Seeker> seekers_;
  std::mutex mutex_;  // of what is handed over
  Result<void> result_;
};

}  // namespace whorl::internal::join
