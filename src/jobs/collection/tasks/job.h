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

// What is known before a round, as phases::RoundState.
inline constexpr const char* kStateFile = "state";
struct State {
  std::vector<phases::HandedOut> handed_out;
  std::vector<phases::Rank> survivors;
  std::vector<phases::Rank> ends;
  std::vector<phases::Rank> counted_to;

  // Before the first round.
  static State first(std::size_t ranks);
  phases::RoundState view() const { return {handed_out, survivors, ends, counted_to}; }
  phases::ChangingState changing() { return {handed_out, survivors, ends, counted_to}; }
};

Result<void> write(const Job& job, unsigned round, const State& state);
Result<State> read_state(const Job& job, unsigned round);
// Whether nothing is left to count in the round.
Result<bool> is_settled(const Job& job, unsigned round);

}  // namespace whorl::internal::tasks
