// The shingles of an index that several documents keep.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/groups.h"
#include "base/parallel.h"
#include "base/sort_hashes.h"
#include "jobs/collection/join/candidate_options.h"

namespace whorl::internal::join {

// Calls visit(postings) for each shingle of `postings` that is no stop shingle and that several
// documents keep.
template <class Visit>
Result<void> for_each_shared_shingle(store::IndexScan postings, const CandidateOptions& options,
                                     Visit visit) {
  std::vector<store::Posting> groups;
  const auto by_group =
      [&](std::span<const store::Posting> holders) -> std::span<const store::Posting> {
    groups.assign(holders.begin(), holders.end());
    for (store::Posting& posting : groups) posting.doc = options.group_of[posting.doc];
    base::sort_distinct(groups);
    return groups;
  };
  return base::for_each_group<store::Posting>(
      postings,
      [](const store::Posting& a, const store::Posting& b) { return a.shingle == b.shingle; },
      [&](std::span<const store::Posting> holders) -> Result<void> {
        if (options.common.has(holders.front().shingle)) return {};
        if (!options.group_of.empty()) holders = by_group(holders);
        return holders.size() < 2 ? Result<void>{} : visit(holders);
      });
}

// Of the index; a thread reads this many at a time.
inline constexpr std::size_t kBlocksARange = 64;

// Calls take(records) with all records that make(postings, records) appends for the shingles of the
// whole index that several documents keep, in their order. Ranges of the index are read on several
// threads; only one calls take().
template <class Record, class Make, class Take>
Result<void> gather_shared_shingles(const store::ShingleIndex& index,
                                    const CandidateOptions& options, Make make, Take take) {
  struct Range {
    std::vector<Record> records;
    Result<void> walked;
  };
  const unsigned threads = options.budget.threads;
  const std::size_t ranges = (index.blocks() + kBlocksARange - 1) / kBlocksARange;
  std::vector<Range> round(std::min<std::size_t>(ranges, 4 * base::thread_count(threads)));
  for (std::size_t first = 0; first < ranges; first += round.size()) {
    const std::size_t size = std::min(round.size(), ranges - first);
    base::parallel_for(size, threads, [&](std::size_t i) {
      Range& range = round[i];
      range.records.clear();
      const std::size_t begin = (first + i) * kBlocksARange;
      range.walked =
          for_each_shared_shingle(store::IndexScan(index, begin, begin + kBlocksARange), options,
                                  [&](std::span<const store::Posting> holders) -> Result<void> {
                                    make(holders, range.records);
                                    return {};
                                  });
    });
    for (Range& range : std::span(round).first(size)) {
      WHORL_RETURN_IF_ERROR(range.walked);
      WHORL_RETURN_IF_ERROR(take(std::span<const Record>(range.records)));
    }
  }
  return {};
}

}  // namespace whorl::internal::join
