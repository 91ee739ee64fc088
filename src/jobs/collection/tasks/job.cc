#include "jobs/collection/tasks/job.h"

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

Result<void> write(const Job& job, unsigned round, const phases::RoundState& state) {
  SectionWriter file;
  file.add(std::span<const phases::HandedOut>(state.handed_out));
  file.add(std::span<const phases::Rank>(state.survivors));
  file.add(std::span<const phases::Rank>(state.ends));
  file.add(std::span<const phases::Rank>(state.counted_to));
  const std::uint8_t is_settled = phases::is_settled(state) ? 1 : 0;
  file.add(std::span<const std::uint8_t>(&is_settled, 1));
  return file.write(job.round_file(kStateFile, round, 0));
}

Result<phases::RoundState> read_state(const Job& job, unsigned round) {
  const auto path = job.round_file(kStateFile, round, 0);
  phases::RoundState state;
  WHORL_ASSIGN_OR_RETURN(state.handed_out, read_section_of<phases::HandedOut>(path, kHandedOut));
  WHORL_ASSIGN_OR_RETURN(state.survivors, read_section_of<phases::Rank>(path, kSurvivors));
  WHORL_ASSIGN_OR_RETURN(state.ends, read_section_of<phases::Rank>(path, kEnds));
  WHORL_ASSIGN_OR_RETURN(state.counted_to, read_section_of<phases::Rank>(path, kCountedTo));
  return state;
}

Result<bool> read_is_settled(const Job& job, unsigned round) {
  const auto path = job.round_file(kStateFile, round, 0);
  WHORL_ASSIGN_OR_RETURN(const auto value, read_section_of<std::uint8_t>(path, kIsSettled));
  if (value.size() != 1) return damaged(path);
  return value.front() == 1;
}

}  // namespace whorl::internal::tasks
