// The sets of shingles of a store's documents, whole or thinned.
#pragma once

#include "base/file_system.h"
#include "store/document_table.h"
#include "store/sketch_file.h"
#include "store/stop_shingles.h"

namespace whorl::internal::store {

// What two sets share: counted where both are whole, else estimated.
struct SetFigures {
  sketch::Measure resemblance;
  sketch::Measure a_in_b;  // share of the one that is in the other
  sketch::Measure b_in_a;
};

// Loads sets of shingles: from the sketch where it is the whole set or where the store keeps
// sketches alone, else from shingles.bin. Common shingles, where the store leaves them out, are not
// among them.
class SetReader {
 public:
  // Of a store of these sketches, which also keeps whole sets or does not.
  static Result<SetReader> open(const StoreFiles& files, sketch::Sampler method, bool keeps_sets);
  // Has the sketches from a reader that may hold them.
  void share(const HashListReader& sketches) { sketches_.share(sketches); }
  // All that the store keeps of a set.
  Result<void> full_set(const SketchEntry& entry, sketch::ShingleSet& out) const;
  Result<void> sketch(const SketchEntry& entry, sketch::ShingleSet& out) const;
  // The same with how much of the set it is.
  Result<void> full_set(const SketchEntry& entry, sketch::Sketch& out) const;
  // A set from elsewhere as it would be kept.
  sketch::Sketch as_kept(sketch::ShingleSet set) const;
  SetFigures compare(const sketch::Sketch& a, const sketch::Sketch& b) const;
  // For sets from elsewhere that are compared with the store's.
  void remove_common(sketch::ShingleSet& set) const { common_.remove_from(set); }

 private:
  SetReader(HashListReader sketches, HashListReader shingles, StopShingles common,
            sketch::Sampler method, bool keeps_sets)
      : sketches_(std::move(sketches)),
        shingles_(std::move(shingles)),
        common_(std::move(common)),
        method_(std::move(method)),
        keeps_sets_(keeps_sets) {}
  bool is_held_whole(const SketchEntry& entry) const { return keeps_sets_ || entry.is_whole(); }

  HashListReader sketches_;
  HashListReader shingles_;
  StopShingles common_;
  sketch::Sampler method_;
  bool keeps_sets_;
};

}  // namespace whorl::internal::store
