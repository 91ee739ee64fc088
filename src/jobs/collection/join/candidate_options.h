// What every join is given, and what it counts.
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

// Which pairs the sizes of two documents rule out, whatever their sketches show.

// Whether sets of so many shingles can resemble each other by the threshold. The smaller one is at
// most in the larger one, so the resemblance is at most the ratio of the sizes.
inline bool sizes_allow(double resemblance, std::uint64_t a, std::uint64_t b) {
  constexpr double kRounding = 1e-9;
  const auto [small, large] = std::minmax(a, b);
  return static_cast<double>(small) >= (resemblance - kRounding) * static_cast<double>(large);
}

// The same of documents. Pairs that are counted on the full sets need not be counted if their sizes
// rule them out.
class SizeRule {
 public:
  // Rules out nothing.
  SizeRule() = default;
  // Documents by number; `entries` must outlive it.
  SizeRule(std::span<const store::SketchEntry> entries, double resemblance)
      : entries_(entries), resemblance_(resemblance) {}

  bool allows(store::DocId a, store::DocId b) const {
    return entries_.empty() || allows_sizes(entries_[a].full_size, entries_[b].full_size);
  }
  // Whether it allows the document with any that has from `least` to `most` shingles.
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

// Reads every wanted sketch in order, as for_each_sketch does; common shingles, where they
// are left out, are not among the hashes.
using SketchScan = std::function<Result<void>(const store::SketchVisitor&)>;

// The modulus of a document's sketch.
using ModulusOf = std::function<std::uint64_t(store::DocId)>;

// The sketches that are joined. `index` holds the postings of those that `scan` visits.
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
  SizeRule sizes{};              // of those for resemblance
  store::StopShingles common{};  // these are left out
  // The number of each document's group, empty: each is one. What a group keeps is the union of its
  // documents' sketches, and candidates are pairs of groups.
  std::span<const std::uint32_t> group_of{};
  // The rank of each document in the order of preference, empty: there is none. Where there is,
  // candidates are pairs of ranks, the less preferred first.
  std::span<const std::uint32_t> rank_of{};
  // A number for each document: those of different numbers are no candidates. Empty: all may be.
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
