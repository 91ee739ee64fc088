// The prefixes of all documents in memory, 64 documents at a time.
//
// The index is walked once. In order of shingles each document collects its own with how many hold
// them, and keeps the rarest: no record is sorted, and no sketch is read.
#pragma once

#include <span>
#include <vector>

#include "join/candidate_options.h"
#include "join/partner_counts.h"

namespace whorl::internal::join {

// Documents in the order of preference. The memory must outlive who is given them.
struct RankedDocuments {
  std::span<const store::DocId> by_rank;
  std::span<const store::SketchEntry> entries;  // by number
  std::span<const std::uint64_t> moduli;        // that sketches may have, ascending
};

class HeldPrefixes {
 public:
  static constexpr std::size_t kTask = PartnerCounts::kLanes;  // ranks

  // A shingle of prefixes at a level, and whose of a task's: bit i is the i-th rank of the task.
  struct Row {
    std::uint32_t list;  // the shingle and level
    std::uint64_t lanes;
  };

  // Whether pairs are sought for resemblance alone, and half of the memory holds the prefixes.
  // O(documents).
  static bool serve(const RankedDocuments& documents, const CandidateOptions& options);

  // For pairs whose sketches may reach the resemblance of `options`. `file` holds the sketches as
  // the documents' entries place them. Parallel. O(bytes of a shingle · shingles of all sketches).
  static Result<HeldPrefixes> make(sketch::ShingleSpan file, const RankedDocuments& documents,
                                   const CandidateOptions& options, CandidateStats& stats);

  std::size_t tasks() const { return rows_.size() / levels_; }
  // By list; those that one document has alone are left out.
  std::span<const Row> rows(std::size_t task, std::size_t level) const {
    return rows_[task * levels_ + level];
  }
  // Where the members of each list begin, were they one after the other; and the end.
  std::span<const std::uint32_t> begins() const { return begins_; }
  // Of a document's shingles at a level: all, and those after its prefix.
  std::uint32_t size(std::uint32_t rank, std::size_t level) const {
    return sizes_[rank * levels_ + level];
  }
  std::uint32_t behind(std::uint32_t rank, std::size_t level) const {
    return behind_[rank * levels_ + level];
  }
  // At which each document keeps its own sketch.
  std::span<const std::uint8_t> own_levels() const { return own_levels_; }
  std::size_t own_level(std::size_t rank) const { return own_levels_[rank]; }

 private:
  class TaskPrefixes;

  explicit HeldPrefixes(const RankedDocuments& documents);
  void leave_out_single(std::size_t lists);

  std::size_t levels_;
  std::vector<std::uint8_t> own_levels_;  // of each rank
  std::vector<std::uint32_t> sizes_;      // of each rank and level
  std::vector<std::uint32_t> behind_;     // likewise
  std::vector<std::vector<Row>> rows_;    // of each task and level
  std::vector<std::uint32_t> begins_;     // of each list
};

}  // namespace whorl::internal::join
