// Common shingles: what templates put into very many documents, which "create a false resemblance
// between two basically dissimilar documents" (001). Left out of candidates and measures alike.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "base/external_sort.h"
#include "cluster/sketch_store.h"
#include "sketch/sketch.h"

namespace whorl::clustering {

class CommonShingles {
 public:
  // The shingles of more than `most` of the documents that `wanted` accepts, counted over the
  // whole sets; written to the store. O(n log n) in the shingles, within the budget.
  static Result<void> find(Disk& disk, const Disk::Path& store,
                           std::span<const SketchEntry> entries,
                           const std::function<bool(DocId)>& wanted, std::uint64_t most,
                           const SortBudget& budget);

  // Those of the store; none where it has no list of them.
  static Result<CommonShingles> load(Disk& disk, const Disk::Path& store);

  bool empty() const { return shingles_->empty(); }
  std::size_t size() const { return shingles_->size(); }
  // O(log n).
  bool has(std::uint64_t shingle) const;
  void remove_from(ShingleSet& set) const;

 private:
  std::shared_ptr<const ShingleSet> shingles_ = std::make_shared<const ShingleSet>();
};

}  // namespace whorl::clustering
