#include "jobs/collection/tasks/job.h"

#include <numeric>

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

State State::first(std::size_t ranks) {
  State state{std::vector<phases::HandedOut>(ranks, phases::HandedOut::now),
              std::vector<phases::Rank>(ranks),
              {},
              std::vector<phases::Rank>(ranks)};
  std::iota(state.survivors.begin(), state.survivors.end(), phases::Rank{0});
  state.ends = state.survivors;
  return state;
}

Result<void> write(const Job& job, unsigned round, const State& state) {
  SectionWriter file;
  file.add(std::span<const phases::HandedOut>(state.handed_out));
  file.add(std::span<const phases::Rank>(state.survivors));
  file.add(std::span<const phases::Rank>(state.ends));
  file.add(std::span<const phases::Rank>(state.counted_to));
  const std::uint8_t is_settled = phases::is_settled(state.view()) ? 1 : 0;
  file.add(std::span<const std::uint8_t>(&is_settled, 1));
  return file.write(job.round_file(kStateFile, round, 0));
}

Result<bool> is_settled(const Job& job, unsigned round) {
  const auto path = job.round_file(kStateFile, round, 0);
  WHORL_ASSIGN_OR_RETURN(const auto value, read_section_of<std::uint8_t>(path, 4));
  if (value.size() != 1) return damaged(path);
  return value.front() == 1;
}

Result<State> read_state(const Job& job, unsigned round) {
  const auto path = job.round_file(kStateFile, round, 0);
  State state;
  WHORL_ASSIGN_OR_RETURN(state.handed_out, read_section_of<phases::HandedOut>(path, 0));
  WHORL_ASSIGN_OR_RETURN(state.survivors, read_section_of<phases::Rank>(path, 1));
  WHORL_ASSIGN_OR_RETURN(state.ends, read_section_of<phases::Rank>(path, 2));
  WHORL_ASSIGN_OR_RETURN(state.counted_to, read_section_of<phases::Rank>(path, 3));
  return state;
}

}  // namespace whorl::internal::tasks
