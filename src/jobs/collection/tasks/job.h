// What every step of a plan is given, and where the steps leave their files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/external_sort.h"
#include "base/folder.h"
#include "jobs/collection/cluster/preference_order.h"
#include "jobs/collection/tasks/arrays.h"
#include "jobs/collection/tasks/plan.h"
#include "jobs/collection/tasks/whole_store.h"
#include "whorl/progress.h"
#include "whorl/rounds.h"

namespace whorl::internal::tasks {

struct Job {
  const Plan& plan;
  unsigned threads;
  Progress& progress;

  std::uint64_t memory() const { return plan.asked.cluster.limits.memory; }
  base::FileSystem::Path file(const std::string& phase, std::uint32_t task) const {
    return plan.folder / "work" / (phase + "-" + std::to_string(task));
  }
  base::FileSystem::Path round_file(const std::string& phase, unsigned round,
                                    std::uint32_t task) const {
    return file(phase + "-" + std::to_string(round), task);
  }
  base::SortBudget budget(const char* name) const {
    return {memory() / 2, threads, plan.folder / "work", name, &progress};
  }
};

// The documents in order of preference, as the step `rank` left it.
struct Ranking {
  cluster::ExactDuplicates duplicates;
  std::vector<std::int64_t> prefer;
  std::unique_ptr<cluster::PreferenceOrder> order;  // refers to `duplicates`
};

// The file of the step `rank`, and its sections in order.
inline constexpr const char* kRankFile = "rank";
enum RankSection : std::uint32_t {
  kRepresentatives,
  kPreferences,
  kHotShingles,
  kUsedModuli,
  kSizes,  // shingles of each rank
};

Result<std::unique_ptr<Ranking>> read_ranking(const Job& job);

// The file of the state before a round, and its sections in order.
inline constexpr const char* kStateFile = "state";
enum StateSection : std::uint32_t {
  kHandedOut,
  kSurvivors,
  kEnds,
  kCountedTo,
  kIsSettled,  // 1 byte
};

Result<void> write(const Job& job, unsigned round, const phases::RoundState& state);
Result<phases::RoundState> read_state(const Job& job, unsigned round);
// Whether nothing is left to count. Reads only this section.
Result<bool> read_is_settled(const Job& job, unsigned round);

}  // namespace whorl::internal::tasks
