// OrderedJoin: the candidates of documents in order of preference. Each document is paired with
// earlier ones that were not removed.
//
// A removed document removes no other. So it leaves the lists of its prefix's shingles. If there
// are many copies, few documents remain, and the lists stay short. It works block by block, because
// the decisions of the blocks before must be known.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/go_on.h"
#include "base/pool.h"
#include "fingerprints/sketch/sketch.h"
#include "jobs/collection/join/candidate_options.h"
#include "jobs/collection/join/partner_counts.h"

namespace whorl::internal::join {

// About how many sketches keep each shingle: exact enough to take the rarest first.
//
// A table with at least half as many slots as there are shingles, and at most as many. A slot
// counts all shingles that fall into it. So a count may be too high, but is never too low.
class HolderCounts {
 public:
  static constexpr std::uint16_t kMost = UINT16_MAX;  // means this and every larger count

  // O(shingles). If `watch` does not go on, only some are counted.
  HolderCounts(std::span<const sketch::ShingleSpan> sketches, const base::Cancellation& watch);

  // Calls visit(i, count) with the count of each shingles[i] in order. The count of a shingle is
  // the same for all sketches; 1: no other sketch contains it.
  template <class Visit>
  void for_each(sketch::ShingleSpan shingles, Visit visit) const {
    for_each_slot(shingles, [&](std::size_t i, std::size_t slot) { visit(i, slots_[slot]); });
  }

 private:
  // Also distributes numbers that are no hashes.
  std::size_t slot_of(std::uint64_t shingle) const {
    constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
    return shingle * kSpread >> shift_;
  }

  // Prefetches each slot before its turn, because slots are far from each other.
  template <class Visit>
  void for_each_slot(sketch::ShingleSpan shingles, Visit visit) const {
    constexpr std::size_t kAhead = 16;
    for (std::size_t i = 0; i < shingles.size(); ++i) {
      __builtin_prefetch(&slots_[slot_of(shingles[std::min(i + kAhead, shingles.size() - 1)])]);
      visit(i, slot_of(shingles[i]));
    }
  }

  unsigned shift_;
  std::vector<std::uint16_t> slots_;
};

// Documents in the order of preference. The memory must outlive their users.
struct RankedDocuments {
  std::span<const store::DocId> by_rank;
  std::span<const store::SketchEntry> entries;  // by number
  std::span<const std::uint64_t> moduli;        // that sketches may have, ascending
};

// The levels at which a document is compared, among the moduli that sketches may have.
//
// Two documents are compared at the coarser of their own levels. So a document needs a level above
// its own only if a document of that level has a size that the rule allows.
class ComparedLevels {
 public:
  // Keeps references. O(documents · log moduli).
  ComparedLevels(const RankedDocuments& documents, const SizeRule& sizes);

  // The level at which the document keeps its own sketch.
  std::size_t own(store::DocId doc) const;
  bool has(store::DocId doc, std::size_t level) const;

 private:
  // Of the documents whose own level it is; if there is none, the least is greater than the most.
  struct Sizes {
    std::uint64_t least = UINT64_MAX;
    std::uint64_t most = 0;
  };

  const RankedDocuments& documents_;
  const SizeRule& rule_;
  std::vector<Sizes> sizes_;  // of each level
};

// The prefixes of all documents in memory, 64 documents at a time.
//
// Each document keeps the rarest of its shingles, by about how many documents have them. Any order
// of shingles works if it is the same for all documents. The shingles in prefixes are sorted, and
// those of a single document are dropped.
class HeldPrefixes {
 public:
  static constexpr std::size_t kTask = PartnerCounts::kLanes;  // ranks

  // A shingle of prefixes at a level, and the documents of a task that have it: bit i is the i-th
  // rank of the task.
  struct Row {
    std::uint32_t list;  // the shingle and level
    std::uint64_t lanes;
  };

  // True if pairs are wanted only for resemblance, and the prefixes fit in half of the memory.
  // O(documents · moduli).
  static bool serve(const RankedDocuments& documents, const CandidateOptions& options);

  // For pairs whose sketches may reach the resemblance of `options`. `file` has the sketches at the
  // positions in the documents' entries. Parallel. O(shingles · moduli + bytes of an entry ·
  // entries).
  static Result<HeldPrefixes> make(sketch::ShingleSpan file, const RankedDocuments& documents,
                                   const CandidateOptions& options, CandidateStats& stats);

  std::size_t tasks() const { return rows_.size() / levels_; }
  // By list, each of at least two documents.
  std::span<const Row> rows(std::size_t task, std::size_t level) const {
    return rows_[task * levels_ + level];
  }
  // The beginnings of each list's members if all lists were concatenated; and the end.
  std::span<const std::uint32_t> begins() const { return begins_; }
  // The number of a document's shingles at a level, and of those after its prefix.
  std::uint32_t size(std::uint32_t rank, std::size_t level) const {
    return sizes_[rank * levels_ + level];
  }
  std::uint32_t behind(std::uint32_t rank, std::size_t level) const {
    return behind_[rank * levels_ + level];
  }
  // The level at which each document keeps its own sketch.
  std::span<const std::uint8_t> own_levels() const { return own_levels_; }
  std::size_t own_level(std::size_t rank) const { return own_levels_[rank]; }

 private:
  // A shingle of a document's prefix at a level.
  struct Entry {
    std::uint64_t shingle;
    std::uint32_t level;
    std::uint32_t rank;
    std::array<std::uint64_t, 2> sort_key() const { return {shingle, store::word_of(level, rank)}; }
  };
  class Finder;

  explicit HeldPrefixes(const RankedDocuments& documents);
  std::vector<Entry> entries_of(std::span<const sketch::ShingleSpan> sketches,
                                const RankedDocuments& documents, const CandidateOptions& options,
                                const base::Cancellation& watch);
  template <class Visit>
  static void for_each_list(std::span<const Entry> sorted, const base::Cancellation& watch,
                            Visit visit);
  void take(std::span<const Entry> sorted, const base::Cancellation& watch);
  // The index in rows_ for the member.
  std::size_t rows_of(const Entry& member) const {
    return member.rank / kTask * levels_ + member.level;
  }
  void add_list(std::span<const Entry> members);

  std::size_t levels_;
  std::vector<std::uint8_t> own_levels_;  // of each rank
  std::vector<std::uint32_t> sizes_;      // of each rank and level
  std::vector<std::uint32_t> behind_;     // likewise
  std::vector<std::vector<Row>> rows_;    // of each task and level
  std::vector<std::uint32_t> begins_;     // of each list
};

class OrderedJoin {
 public:
  // Keeps references to the documents and options.
  OrderedJoin(const RankedDocuments& documents, const CandidateOptions& options,
              HeldPrefixes prefixes);

  bool ended() const { return first_ == prefixes_.tasks(); }
  // The pairs of the next block's ranks with earlier ranks that are free or in the block: the less
  // preferred first, sorted, each once; valid until the next call. Parallel.
  std::span<const CandidatePair> next(CandidateStats& stats);
  // Removes those of the block that were taken.
  void settle(const std::function<bool(std::uint32_t)>& is_taken);
  // Number of ranks that were returned or are in the block.
  std::uint32_t ranks() const;

 private:
  using Row = HeldPrefixes::Row;
  static constexpr std::size_t kBlock = 8;  // tasks

  // The positions of its members.
  struct List {
    std::uint32_t begin;
    std::uint32_t end;
  };
  // Working memory of a thread.
  struct Seeker {
    explicit Seeker(std::size_t documents) : counts(documents), partners(HeldPrefixes::kTask) {}
    PartnerCounts counts;                              // of one level
    std::vector<std::vector<std::uint32_t>> partners;  // of each lane
  };

  std::size_t block_end() const { return std::min(first_ + kBlock, prefixes_.tasks()); }
  template <class Visit>
  void for_each_row(Visit visit) const;
  void enter(const Row& row, std::size_t task, std::uint64_t lanes);
  void prefetch(std::span<const Row> rows, std::size_t at) const;
  std::span<const std::uint32_t> before(const Row& row, std::size_t task) const;
  std::vector<CandidatePair> find(std::size_t task, Seeker& seeker) const;
  bool count_all(std::size_t task, std::size_t level, PartnerCounts& counts) const;
  void count(std::span<const std::uint32_t> ranks, std::size_t level, const ActiveLanes& active,
             PartnerCounts& counts) const;
  void find_one_by_one(std::size_t task, std::size_t level, Seeker& seeker) const;
  void form_pairs(std::size_t task, std::size_t level, unsigned first_lane, Seeker& seeker) const;
  bool may_be_alike(std::uint32_t a, std::uint32_t b, std::size_t level, std::uint8_t shared) const;

  const RankedDocuments& documents_;
  const CandidateOptions& options_;
  HeldPrefixes prefixes_;
  std::uint64_t max_partners_;       // of the documents of a task together
  std::vector<std::uint32_t> free_;  // ranks, list by list
  std::vector<List> lists_;
  std::size_t first_ = 0;  // task of the block
  std::vector<CandidatePair> pairs_;
  base::Pool<Seeker> seekers_;
};

}  // namespace whorl::internal::join
