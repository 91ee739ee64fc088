// Stop shingles: what templates put into very many documents, which "create a false resemblance
// between two basically dissimilar documents" (Broder 1997). Candidates and measures leave them
// out.
#pragma once

#include <memory>

#include "sketch/sketch.h"
#include "store/store_files.h"

namespace whorl::internal::store {

class StopShingles {
 public:
  // Those of the store; none where it has no list of them.
  static Result<StopShingles> load(const StoreFiles& files);

  bool empty() const { return shingles_->empty(); }
  std::size_t size() const { return shingles_->size(); }
  // O(log n).
  bool has(std::uint64_t shingle) const;
  void remove_from(sketch::ShingleSet& set) const;

 private:
  std::shared_ptr<const sketch::ShingleSet> shingles_ =
      std::make_shared<const sketch::ShingleSet>();
};

}  // namespace whorl::internal::store
