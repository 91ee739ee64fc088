// How long the phases of a run took: times.json in the store, apart from what is the same in every
// run. It is written for people; a run that goes on takes the seconds of earlier phases from it.
#pragma once

#include <chrono>
#include <vector>

#include "base/file_system.h"
#include "whorl/cluster.h"

namespace whorl::internal::cluster {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Result<void> keep_times(base::FileSystem& file_system, const base::FileSystem::Path& store,
                        const std::vector<ClusterSummary::Phase>& phases);

// Fills in what was kept of the phases, by their names; nothing where the file is missing or none.
void recall_times(const base::FileSystem::Path& store, std::vector<ClusterSummary::Phase>& phases);

}  // namespace whorl::internal::cluster
