// The times of a run's phases: times.json in the store, separate from data that are the same in
// every run. It is for users; a continued run takes the seconds of earlier phases from it.
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

// Fills in the recorded times of the phases, by their names; does nothing if the file is missing or
// invalid.
void recall_times(const base::FileSystem::Path& store, std::vector<ClusterSummary::Phase>& phases);

}  // namespace whorl::internal::cluster
