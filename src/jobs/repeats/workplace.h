// The working environment of a run's phases: its inputs, its limits and its folder.
#pragma once

#include <string>
#include <utility>

#include "base/external_sort.h"
#include "base/file_system.h"
#include "jobs/repeats/texts.h"
#include "whorl/cluster.h"
#include "whorl/progress.h"

namespace whorl::internal::repeats {

// What the phases work with.
struct Workplace {
  base::FileSystem& file_system;
  base::FileSystem::Path folder;  // for data that do not fit in memory
  const RunLimits& limits;
  const Grid& grid;
  Progress& progress;

  // A sort that may use one of `parts` of the memory.
  base::SortBudget sort(std::string name, unsigned parts) const {
    return {limits.memory / parts, limits.threads, folder, std::move(name), &progress};
  }
};

// The collections, in the order in which they are read.
struct Sources {
  CollectionInput against;  // no inputs: none
  CollectionInput input;
  bool has_against() const { return !against.inputs.empty(); }
};

}  // namespace whorl::internal::repeats
