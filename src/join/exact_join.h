// Candidate pairs: who could be over a threshold, found without forming all pairs.
//
// Rarest-first prefix filter with size and position filters (Bayardo et al. 2007, Xiao et al.
// 2008), run as sorts and merges, so that memory is bounded and common shingles cause no
// quadratic work. No pair whose *sketches* reach the threshold is missed; with sketches of
// all shingles that means no pair of documents.
//
//   shingle index ─► holders of each shingle ─► <doc, holders, shingle>
//                 ─sort─► each document's shingles, rarest first ─► <shingle, level, doc> of
//                 prefixes ─sort─► documents that meet in a prefix ─► <a, b> ─sort─► candidates
//
// For containment the contained side's prefix meets all postings of the other, without a
// size filter.
//
// Sketches of different moduli are compared at the coarser one: a document takes part at
// every level from its own upwards, and a pair is formed at the level of the coarser.
#pragma once

#include <functional>
#include <span>

#include "base/external_sort.h"
#include "base/groups.h"
#include "base/sort_distinct.h"
#include "join/candidate_stream.h"
#include "store/shingle_index.h"
#include "store/sketch_file.h"
#include "store/stop_shingles.h"

namespace whorl::internal::join {

struct CandidateOptions {
  double resemblance = 0.5;      // pairs whose sketches reach this; 0: none are sought
  double containment = 0;        // or one of which lies in the other by this share; 0: none
  store::StopShingles common{};  // these are left out
  // The number of each document's group, empty: each is one. What a group keeps is the union of its
  // documents' sketches, and candidates are pairs of groups.
  std::span<const std::uint32_t> places{};
  base::SortBudget budget{};
};

struct CandidateStats {
  std::uint64_t distinct_shingles = 0;
  std::uint64_t common_shingles = 0;  // of these those left out
  std::uint64_t prefix_entries = 0;
  std::uint64_t meetings = 0;  // pairs formed before duplicates among them were merged
  std::uint64_t spilled_bytes = 0;
};

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
    for (store::Posting& posting : groups) posting.doc = options.places[posting.doc];
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
            options.places.empty() ? holders : by_group(holders);
        return kept.size() < 2 ? Result<void>{} : visit(kept);
      });
}

// Reads every wanted sketch in order, as for_each_sketch does; common shingles, where they
// are left out, are not among the hashes.
using SketchScan = std::function<Result<void>(const store::SketchVisitor&)>;

// The modulus of a document's sketch.
using ModulusOf = std::function<std::uint64_t(store::DocId)>;

// The candidates as a stream that may repeat a pair; sorted, a < b. `index` holds the
// postings of the sketches that `scan` visits. Time grows with postings and meetings, memory
// is the budget's.
Result<base::SortedStream<CandidatePair>> exact_join(
    base::FileSystem& file_system, const store::ShingleIndex& index, const SketchScan& scan,
    const ModulusOf& modulus_of, const std::vector<std::uint64_t>& moduli,
    const CandidateOptions& options, CandidateStats& stats);

}  // namespace whorl::internal::join
