// PrefixJoin: the pairs of documents that share enough shingles of their prefixes, each formed
// once.
//
// Two similar documents share most of their prefixes. Groups are gathered up to a limit of memory.
// Then documents go through their groups, 64 at a time, and count what each shares with other
// documents. If the groups do not fit at once, a pair is formed if it shares its part of the needed
// number in at least one part. So more pairs are formed, and none is missed.
#pragma once

#include <mutex>
#include <span>
#include <vector>

#include "base/go_on.h"
#include "base/pool.h"
#include "jobs/collection/join/candidate_options.h"
#include "jobs/collection/join/partner_counts.h"
#include "jobs/collection/join/records.h"

namespace whorl::internal::join {

class PrefixJoin {
 public:
  // For pairs whose sketches may reach the requested resemblance, with `entries` entries of
  // prefixes in total. Keeps references to all. Half of the memory limits what is gathered, 24
  // bytes an entry, and at most 2³²; a pair may come once for each time that it is filled. An
  // eighth limits what is counted for 64 documents at a time; if that is too little they are
  // counted one by one. Another eighth limits the threads, each of which needs 4 bytes a document.
  PrefixJoin(const JoinInput& input, const CandidateOptions& options, std::uint64_t entries,
             base::ExternalSorter<CandidatePair>& out, CandidateStats& stats);

  // Takes a group of one shingle and level, by size. O(n) and, when full, the cost of flush().
  Result<void> add(std::span<const Prefix> group);

  // Forms the pairs of the gathered groups: O(shared prefix shingles), on several threads. Asks the
  // progress of the budget before each task whether to go on.
  Result<void> flush();

 private:
  // A document in a group.
  struct Member {
    std::uint32_t first;  // of its group that is large enough to be similar
    std::uint32_t size;
    std::uint32_t behind;  // of its shingles, after the prefix
    std::uint16_t level;
    bool own;
  };
  // Members of one level, of two documents.
  struct Places {
    std::uint32_t large;
    std::uint32_t small;
  };
  struct Seeker {
    Seeker(std::size_t documents, std::size_t levels) : counts(documents), places(levels) {}
    PartnerCounts counts;                            // with the documents of the task
    std::vector<std::vector<std::uint32_t>> places;  // by level, of the members of these
    std::vector<CandidatePair> pairs;                // not passed on yet
  };

  std::size_t tasks() const {
    return (documents_ + PartnerCounts::kLanes - 1) / PartnerCounts::kLanes;
  }
  unsigned threads() const;
  void order_by_task(const base::Cancellation& watch);
  void join(std::size_t task, Seeker& seeker);
  void prefetch(std::uint32_t i) const;
  void join_one_by_one(std::span<const std::uint32_t> places, Seeker& seeker);
  bool find_partners(std::span<const std::uint32_t> places, PartnerCounts& counts,
                     std::uint64_t most) const;
  void count(std::uint32_t begin, std::uint32_t end, const ActiveLanes& active,
             PartnerCounts& counts) const;
  void form_pairs(std::span<const std::uint32_t> places, Seeker& seeker);
  void form_pair(const Places& pair, std::uint8_t shared, std::vector<CandidatePair>& pairs) const;
  bool may_be_alike(const Places& pair, std::uint8_t shared) const;
  void hand_over(std::vector<CandidatePair>& pairs);

  const CandidateOptions& options_;
  const std::vector<std::uint64_t>& moduli_;
  std::uint64_t entries_;
  std::size_t capacity_;
  std::uint64_t parts_ = 1;     // parts in which the groups come, at most
  std::uint64_t max_partners_;  // of the documents of a task together
  base::ExternalSorter<CandidatePair>& out_;
  CandidateStats& stats_;
  std::vector<store::DocId> docs_;     // group by group, by size, then document
  std::vector<Member> members_;        // the same
  std::vector<std::uint32_t> order_;   // members by task
  std::vector<std::uint32_t> begins_;  // in order_, of each task; and the end
  std::size_t documents_ = 0;          // numbers are below
  base::Pool<Seeker> seekers_;
  std::mutex mutex_;  // guards the pairs that are passed on
  Result<void> result_;
};

}  // namespace whorl::internal::join
