// PrefixJoin: the pairs of documents that share enough shingles of their prefixes, each formed
// once.
//
// Two documents that are alike share most of their prefixes. Groups are gathered up to a limit of
// memory; then each document looks through its groups and counts what it shares with whom. Where
// the groups do not fit at once a pair is formed if in one part it shares its part of what is
// needed, so what is formed then is more, and none is missed.
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
  // For pairs whose sketches may reach the resemblance asked for, of so many entries of prefixes in
  // all. Keeps references to all. Half of the memory bounds what is gathered, 24 bytes an entry; a
  // pair may come once for each time that it is filled.
  PrefixJoin(const JoinInput& input, const CandidateOptions& options, std::uint64_t entries,
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
    std::uint32_t behind;  // of its shingles, after the prefix
    std::uint16_t level;
    bool own;
  };
  // Two members of a group, of two documents.
  struct Partner {
    std::uint32_t large;
    std::uint32_t small;
  };
  struct Seeker {
    explicit Seeker(std::size_t documents) : shared(documents) {}
    std::vector<std::uint8_t> shared;  // a document: shingles, with the one at hand
    std::vector<Partner> partners;     // of the one at hand
    std::vector<CandidatePair> pairs;  // not handed over yet
  };

  void order_by_document();
  void join(std::size_t first, std::size_t last, Seeker& seeker);
  void prefetch(std::uint32_t i) const;
  void find_partners(std::uint32_t at, Seeker& seeker) const;
  void form_pairs(Seeker& seeker) const;
  bool may_be_alike(const Partner& partner, std::uint8_t shared) const;
  void hand_over(std::vector<CandidatePair>& pairs);

  const CandidateOptions& options_;
  const std::vector<std::uint64_t>& moduli_;
  std::uint64_t entries_;
  std::size_t capacity_;
  std::uint64_t parts_ = 1;  // in which the groups come, at most
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
