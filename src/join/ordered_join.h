// OrderedJoin: the candidates of documents in order of preference, each with those before it that
// no survivor took.
//
// A document that was taken takes none itself, so it leaves the lists of those who have a shingle
// in their prefixes. Where many copies are, few remain, and what is looked through grows with
// those. It goes on block by block, since who was taken is known of the blocks before.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/pool.h"
#include "join/held_prefixes.h"

namespace whorl::internal::join {

class OrderedJoin {
 public:
  // Keeps references to the documents and options.
  OrderedJoin(const RankedDocuments& documents, const CandidateOptions& options,
              HeldPrefixes prefixes);

  bool ended() const { return first_ == prefixes_.tasks(); }
  // The pairs of the next block's ranks with those before that are free or in the block: the less
  // preferred first, sorted, each once; valid until the next call. Parallel.
  std::span<const CandidatePair> next(CandidateStats& stats);
  // Those of the block that were taken leave.
  void settle(const std::function<bool(std::uint32_t)>& is_taken);
  // Ranks that were given or are in the block.
  std::uint32_t ranks() const;

 private:
  using Row = HeldPrefixes::Row;
  static constexpr std::size_t kBlock = 8;  // tasks

  // Where its members stand in order.
  struct List {
    std::uint32_t begin;
    std::uint32_t end;
  };
  // What a thread counts in.
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
  std::uint64_t max_partners_;       // that documents of a task have together
  std::vector<std::uint32_t> free_;  // ranks, list by list
  std::vector<List> lists_;
  std::size_t first_ = 0;  // task of the block
  std::vector<CandidatePair> pairs_;
  base::Pool<Seeker> seekers_;
};

}  // namespace whorl::internal::join
