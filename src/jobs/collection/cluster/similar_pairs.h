// The kept pairs that are similar under the thresholds of a run, in the order of the file.
#pragma once

#include <optional>
#include <span>

#include "jobs/collection/join/pair_file.h"
#include "store/sketch_file.h"
#include "whorl/cluster.h"
#include "whorl/progress.h"

namespace whorl::internal::cluster {

struct SimilarPair {
  store::DocId a;
  store::DocId b;
  join::PairMeasures measures;
};

class SimilarPairs {
 public:
  // `entries` describe every document's sketch and must outlive this.
  static Result<SimilarPairs> open(const store::StoreFiles& files,
                                   std::span<const store::SketchEntry> entries,
                                   const ClusterThresholds& thresholds);
  // Reports the kept pairs that are read from now on to `progress`, which must outlive this.
  void watch(Progress& progress) { progress_ = &progress; }
  // The next pair, or nothing at the end.
  Result<std::optional<SimilarPair>> next();

 private:
  SimilarPairs(join::PairScan kept, std::span<const store::SketchEntry> entries,
               const ClusterThresholds& thresholds);

  join::PairScan kept_;
  std::span<const store::SketchEntry> entries_;
  double resemblance_;
  double containment_;
  Progress* progress_ = nullptr;
  std::uint32_t untold_ = 0;
};

}  // namespace whorl::internal::cluster
