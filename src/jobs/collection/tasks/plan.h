// The plan of a folder of tasks: the options, and the inputs of each task.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "input/collection.h"
#include "store/manifest.h"
#include "whorl/dedup.h"
#include "whorl/pair_rule.h"

namespace whorl::internal::tasks {

struct Plan {
  base::FileSystem::Path folder;
  DedupOptions asked;
  struct Part {
    std::uint64_t first_input;
    base::Hash128 inputs;  // hash of the list of its inputs, to notice changes
  };
  std::vector<Part> parts;  // of each task

  std::uint32_t tasks() const { return static_cast<std::uint32_t>(parts.size()); }
  // The inputs of one task.
  CollectionInput input_of(std::uint32_t task) const;
  // The settings of a store with these options.
  store::StoreSettings settings() const;
};

// Refuses options that tasks do not have. Divides the inputs so that each task has about as many
// bytes as the others.
Result<Plan> make_plan(const DedupOptions& options, std::uint32_t tasks, const std::string& folder,
                       const Progress& progress);

// The pair rule of the plan's options.
Result<phases::PairRule> pair_rule(const Plan& plan);

Result<void> save(const Plan& plan);
// Fails if `inputs`, opened from Plan::input_of(task), are not as they were when the plan was made.
Result<void> check_inputs(const Plan& plan, std::uint32_t task, const input::Collection& inputs);
Result<Plan> load_plan(const std::string& folder);

}  // namespace whorl::internal::tasks
