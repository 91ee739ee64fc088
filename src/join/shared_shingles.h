// The shingles of an index that several documents keep.
#pragma once

#include <vector>

#include "base/groups.h"
#include "base/sort_distinct.h"
#include "join/candidate_options.h"

namespace whorl::internal::join {

// Calls visit(postings) for each shingle that several documents keep and that is not common;
// counts all of them.
template <class Visit>
Result<void> for_each_shared_shingle(const store::ShingleIndex& index,
                                     const CandidateOptions& options, CandidateStats& stats,
                                     Visit visit) {
  store::IndexScan postings(index);
  std::vector<store::Posting> groups;
  const auto by_group =
      [&](const std::vector<store::Posting>& holders) -> const std::vector<store::Posting>& {
    groups = holders;
    for (store::Posting& posting : groups) posting.doc = options.group_of[posting.doc];
    base::sort_distinct(groups);
    return groups;
  };
  return base::for_each_group<store::Posting>(
      postings,
      [](const store::Posting& a, const store::Posting& b) { return a.shingle == b.shingle; },
      [&](const std::vector<store::Posting>& holders) -> Result<void> {
        const bool common = options.common.has(holders.front().shingle);
        ++stats.distinct_shingles;
        stats.common_shingles += common;
        if (common) return {};
        const std::vector<store::Posting>& kept =
            options.group_of.empty() ? holders : by_group(holders);
        return kept.size() < 2 ? Result<void>{} : visit(kept);
      });
}

}  // namespace whorl::internal::join
