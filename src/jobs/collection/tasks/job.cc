#include "jobs/collection/tasks/job.h"

#include <algorithm>

#include "base/try.h"

namespace whorl::internal::tasks {

Result<std::unique_ptr<Ranking>> read_ranking(const Job& job) {
  auto ranking = std::make_unique<Ranking>();
  const auto path = job.file(kRankFile, 0);
  WHORL_ASSIGN_OR_RETURN(ranking->duplicates.representative,
                         read_section_of<store::DocId>(path, kRepresentatives));
  WHORL_ASSIGN_OR_RETURN(ranking->prefer, read_section_of<std::int64_t>(path, kPreferences));
  if (ranking->prefer.size() != ranking->duplicates.representative.size()) return damaged(path);
  ranking->order = std::make_unique<cluster::PreferenceOrder>(ranking->duplicates, ranking->prefer);
  return ranking;
}

bool State::is_decided() const { return std::ranges::none_of(fates, phases::is_open); }

Result<void> write(const Job& job, unsigned round, const State& state) {
  SectionWriter file;
  file.add(std::span<const phases::Fate>(state.fates));
  file.add(std::span<const phases::Rank>(state.looked_at));
  file.add(std::span<const phases::Rank>(state.taken_by));
  return file.write(job.round_file(kStateFile, round, 0));
}

Result<State> read_state(const Job& job, unsigned round) {
  const auto path = job.round_file(kStateFile, round, 0);
  State state;
  WHORL_ASSIGN_OR_RETURN(state.fates, read_section_of<phases::Fate>(path, 0));
  WHORL_ASSIGN_OR_RETURN(state.looked_at, read_section_of<phases::Rank>(path, 1));
  WHORL_ASSIGN_OR_RETURN(state.taken_by, read_section_of<phases::Rank>(path, 2));
  return state;
}

}  // namespace whorl::internal::tasks
