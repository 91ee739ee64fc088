// The sets of shingles of a store's documents, whole or thinned.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "base/external_sort.h"
#include "base/file_system.h"
#include "fingerprints/sketch/sketch.h"
#include "store/document_table.h"
#include "store/manifest.h"
#include "store/sketch_file.h"
#include "store/store_files.h"
#include "whorl/progress.h"

namespace whorl::internal::store {

class SetReader;

// Stop shingles: those that templates put into very many documents, which "create a false
// resemblance between two basically dissimilar documents" (Broder 1997). Candidates and measures
// omit them. The rule determines the stop shingles of a store.
struct StopShingleRule {
  std::function<bool(DocId)> wanted;  // documents that are counted
  std::uint64_t max = 0;              // at most this many of them may have a shingle that stays
};

// The sets of a store's documents, and their positions.
struct StoredSets {
  const SetReader& reader;
  std::span<const SketchEntry> entries;
};

// Determines the stop shingles by the rule, counted over `sets` as the store keeps them, and writes
// them to the store. O(n log n) in the shingles, within the budget. Reports each entry to
// `progress`.
Result<void> find_stop_shingles(StoreFiles& files, const StoredSets& sets,
                                const StopShingleRule& rule, const base::SortBudget& budget,
                                Progress& progress);

class StopShingles {
 public:
  // The stop shingles of the store; none if it has no list of them.
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

// The overlap of two sets: counted if both are whole, else estimated.
struct SetFigures {
  sketch::Measure resemblance;
  sketch::Measure a_in_b;  // share of the one that is in the other
  sketch::Measure b_in_a;
};

// Loads sets of shingles: from the sketch if it is the whole set or if the store keeps only
// sketches, else from shingles.bin. Without stop shingles, if the store omits them.
class SetReader {
 public:
  // For a store of these sketches; `keeps_sets`: it also has whole sets.
  static Result<SetReader> open(const StoreFiles& files, sketch::Sampler method, bool keeps_sets);
  // Uses the sketches that another reader may have in memory.
  void share(const HashListReader& sketches) { sketches_.share(sketches); }
  // All that the store keeps of a set.
  Result<void> full_set(const SketchEntry& entry, sketch::ShingleSet& out) const;
  Result<void> sketch(const SketchEntry& entry, sketch::ShingleSet& out) const;
  // The same, with the size of the whole set.
  Result<void> full_set(const SketchEntry& entry, sketch::Sketch& out) const;
  // A set from another source as the store would keep it.
  sketch::Sketch as_kept(sketch::ShingleSet set) const;
  SetFigures compare(const sketch::Sketch& a, const sketch::Sketch& b) const;
  // For sets from another source that are compared with the store's.
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
