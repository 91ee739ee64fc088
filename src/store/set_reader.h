// The sets of shingles of a store's documents, whole or thinned.
#pragma once

#include "base/file_system.h"
#include "store/document_table.h"
#include "store/stop_shingles.h"

namespace whorl::internal::store {

// Loads sets of shingles: from the sketch where it is the whole set, else from shingles.bin.
// Common shingles, where the store leaves them out, are not among them.
class SetReader {
 public:
  static Result<SetReader> open(const StoreFiles& files);
  Result<void> full_set(const SketchEntry& entry, sketch::ShingleSet& out) const;
  Result<void> sketch(const SketchEntry& entry, sketch::ShingleSet& out) const;
  // For sets from elsewhere that are compared with the store's.
  void remove_common(sketch::ShingleSet& set) const { common_.remove_from(set); }

 private:
  SetReader(HashListReader sketches, HashListReader shingles, StopShingles common)
      : sketches_(std::move(sketches)),
        shingles_(std::move(shingles)),
        common_(std::move(common)) {}
  HashListReader sketches_;
  HashListReader shingles_;
  StopShingles common_;
};

}  // namespace whorl::internal::store
