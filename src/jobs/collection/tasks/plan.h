// What a folder of tasks is to do: the options of the deduplication, and which inputs each task
// has.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "store/manifest.h"
#include "whorl/dedup.h"

namespace whorl::internal::tasks {

struct Plan {
  base::FileSystem::Path folder;
  DedupOptions asked;
  std::vector<std::uint64_t> first_inputs;  // of each task, and the end
  base::Hash128 inputs;                     // the name of the list of inputs, as they were

  std::uint32_t tasks() const { return static_cast<std::uint32_t>(first_inputs.size() - 1); }
  // The inputs of one task.
  CollectionInput input_of(std::uint32_t task) const;
  // What makes documents comparable, as in a store.
  store::StoreSettings settings() const;
};

// Refuses options that tasks do not have. Divides the inputs so that each task has about as many
// bytes as the others.
Result<Plan> make_plan(const DedupOptions& options, std::uint32_t tasks, const std::string& folder,
                       const Progress& progress);

Result<void> save(const Plan& plan);
// Fails if the inputs are not as they were when the plan was made.
Result<void> check_inputs(const Plan& plan, const Progress& progress);
Result<Plan> load_plan(const std::string& folder);

}  // namespace whorl::internal::tasks
