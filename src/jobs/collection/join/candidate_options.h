// The input of every join, and its counts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/external_sort.h"
#include "jobs/collection/join/records.h"
#include "jobs/collection/join/rules.h"
#include "store/document_table.h"
#include "store/set_reader.h"
#include "store/shingle_index.h"
#include "store/sketch_file.h"

namespace whorl::internal::join {

// Pairs that are impossible because of the sizes of the two documents, whatever their sketches
// show.

// True if sets of a and b shingles can reach the resemblance. The smaller one is at most contained
// in the larger one, so the resemblance is at most the ratio of the sizes.
inline bool sizes_allow(double resemblance, std::uint64_t a, std::uint64_t b) {
  constexpr double kRounding = 1e-9;
  const auto [small, large] = std::minmax(a, b);
  return static_cast<double>(small) >= (resemblance - kRounding) * static_cast<double>(large);
}

// The same for documents. If pairs are counted on the full sets, impossible pairs need not be
// counted.
class SizeRule {
 public:
  // Allows all pairs.
  SizeRule() = default;
  // Documents by number; `entries` must outlive it.
  SizeRule(std::span<const store::SketchEntry> entries, double resemblance)
      : entries_(entries), resemblance_(resemblance) {}

  bool allows(store::DocId a, store::DocId b) const {
    return entries_.empty() || allows_sizes(entries_[a].full_size, entries_[b].full_size);
  }
  // True if it allows the document with any that has from `least` to `most` shingles.
  bool allows_one_of(store::DocId doc, std::uint64_t least, std::uint64_t most) const {
    if (entries_.empty()) return true;
    const std::uint64_t size = entries_[doc].full_size;
    return allows_sizes(size, std::clamp(size, least, most));
  }

 private:
  bool allows_sizes(std::uint64_t a, std::uint64_t b) const {
    return sizes_allow(resemblance_, a, b);
  }

  std::span<const store::SketchEntry> entries_;
  double resemblance_ = 0;
};

// Reads every wanted sketch in order, like for_each_sketch. Stop shingles, if they are omitted, are
// not among the hashes.
using SketchScan = std::function<Result<void>(const store::SketchVisitor&)>;

// The modulus of a document's sketch.
using ModulusOf = std::function<std::uint64_t(store::DocId)>;

// The sketches to join. `index` has the postings of those that `scan` visits.
struct JoinInput {
  base::FileSystem& file_system;
  const store::ShingleIndex& index;
  const SketchScan& scan;
  const ModulusOf& modulus_of;
  const std::vector<std::uint64_t>& moduli;  // that sketches may have, ascending
};

struct CandidateOptions {
  LeastShown resemblance{0.5};   // pairs whose sketches reach this
  LeastShown containment{0};     // or that contain one another by this share
  SizeRule sizes{};              // for pairs by resemblance
  store::StopShingles common{};  // these are omitted
  // The number of each document's group; empty: each document is one. A group has the union of its
  // documents' sketches, and candidates are pairs of groups.
  std::span<const std::uint32_t> group_of{};
  // The rank of each document in the order of preference; empty if there is none. With ranks,
  // candidates are pairs of ranks, the less preferred first.
  std::span<const std::uint32_t> rank_of{};
  // A number for each document: documents with different numbers are no candidates. Empty: all may
  // be.
  std::span<const std::uint64_t> groups{};
  base::SortBudget budget{};

  bool may_pair(store::DocId a, store::DocId b) const {
    return groups.empty() || groups[a] == groups[b];
  }

  CandidatePair candidate(store::DocId a, store::DocId b) const {
    if (rank_of.empty()) return {std::min(a, b), std::max(a, b)};
    return {std::max(rank_of[a], rank_of[b]), std::min(rank_of[a], rank_of[b])};
  }
};

struct CandidateStats {
  std::uint64_t prefix_entries = 0;
  std::uint64_t formed_pairs = 0;  // before duplicates among them were merged
  std::uint64_t spilled_bytes = 0;
};

}  // namespace whorl::internal::join
