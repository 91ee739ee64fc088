#include "jobs/collection/tasks/round_steps.h"

#include <algorithm>
#include <filesystem>

#include "base/try.h"
#include "jobs/collection/tasks/candidate_counter.h"
#include "jobs/collection/tasks/hands.h"
#include "jobs/collection/tasks/sketch_steps.h"
#include "whorl/prefixes.h"

namespace whorl::internal::tasks {
namespace {

using phases::Candidate;
using phases::Search;

Result<std::vector<HandReader>> read_hands(const Job& job, unsigned round, std::uint32_t range) {
  std::vector<HandReader> hands;
  for (std::uint32_t task = 0; task < job.plan.tasks(); ++task) {
    WHORL_ASSIGN_OR_RETURN(auto hand,
                           HandReader::open(job.round_file("hands", round, task), range));
    hands.push_back(std::move(hand));
  }
  return hands;
}

// The undecided documents of a range before a round.
Result<std::vector<Search>> open_searches(const Job& job, unsigned round, std::uint32_t range,
                                          const State& state) {
  std::vector<Search> searches;
  if (round > 0) {
    WHORL_ASSIGN_OR_RETURN(searches, read_searches(job, round - 1, range));
    std::erase_if(searches,
                  [&](const Search& search) { return !phases::is_open(state.fates[search.own]); });
    return searches;
  }
  const std::uint64_t tasks = job.plan.tasks(), ranks = state.fates.size();
  for (phases::Rank rank = phases::first_rank(range, tasks, ranks);
       rank < phases::first_rank(range + std::uint64_t{1}, tasks, ranks); ++rank) {
    searches.push_back({rank, 0, {}});
  }
  return searches;
}

Result<void> write_searches(const Job& job, unsigned round, std::uint32_t range,
                            std::span<const Search> searches, std::uint64_t candidates) {
  std::vector<std::uint64_t> heads, similar;
  for (const Search& search : searches) {
    heads.insert(heads.end(), {search.own, search.looked_at, search.similar.size()});
    similar.insert(similar.end(), search.similar.begin(), search.similar.end());
  }
  SectionWriter file;
  file.add(std::span<const std::uint64_t>(heads));
  file.add(std::span<const std::uint64_t>(similar));
  file.add(std::span<const std::uint64_t>(&candidates, 1));
  return file.write(job.round_file("searches", round, range));
}

// The round whose limit on candidates applies. Single linkage needs all pairs in one round.
unsigned hands_as_in(const Job& job, unsigned round) {
  const bool single = job.plan.asked.cluster.thresholds.linkage == Linkage::single;
  return single ? phases::kLastRound : round;
}

}  // namespace

Result<std::vector<Search>> read_searches(const Job& job, unsigned round, std::uint32_t range) {
  const auto path = job.round_file("searches", round, range);
  WHORL_ASSIGN_OR_RETURN(const auto heads, read_section_of<std::uint64_t>(path, 0));
  WHORL_ASSIGN_OR_RETURN(const auto similar, read_section_of<std::uint64_t>(path, 1));
  std::vector<Search> searches;
  std::span<const std::uint64_t> rest = similar;
  for (std::size_t i = 0; i + 2 < heads.size(); i += 3) {
    if (heads[i + 2] > rest.size()) return damaged(path);
    const auto mine = rest.first(heads[i + 2]);
    searches.push_back({heads[i], heads[i + 1], {mine.begin(), mine.end()}});
    rest = rest.subspan(mine.size());
  }
  return searches;
}

Result<std::uint64_t> candidates_counted(const Job& job) {
  std::uint64_t sum = 0;
  for (unsigned round = 0; round < phases::kRounds; ++round) {
    for (std::uint32_t range = 0; range < job.plan.tasks(); ++range) {
      const auto path = job.round_file("searches", round, range);
      std::error_code ignored;
      if (!std::filesystem::exists(path, ignored)) return sum;
      WHORL_ASSIGN_OR_RETURN(const auto count, read_section_of<std::uint64_t>(path, 2));
      if (count.size() != 1) return damaged(path);
      sum += count.front();
    }
  }
  return sum;
}

Result<void> hand_out(const Job& job, unsigned round, std::uint32_t range) {
  WHORL_ASSIGN_OR_RETURN(const auto lists, Lists::read(job, range));
  WHORL_ASSIGN_OR_RETURN(const auto state, read_state(job, round));
  WHORL_ASSIGN_OR_RETURN(const auto sizes,
                         read_section_of<std::uint64_t>(job.file(kRankFile, 0), kSizes));
  WHORL_ASSIGN_OR_RETURN(const auto rule, pair_rule(job.plan));
  const auto hand = phases::hand_out(lists.all(), {state.fates, state.looked_at, sizes}, rule,
                                     hands_as_in(job, round));
  const std::uint64_t tasks = job.plan.tasks(), ranks = sizes.size();
  SectionWriter file;
  for (std::uint64_t to = 0; to < tasks; ++to) {
    add_hand(phases::of_range(hand.candidates, to, tasks, ranks),
             phases::of_range(hand.held_back, to, tasks, ranks), file);
  }
  return file.write(job.round_file("hands", round, range));
}

Result<void> count_candidates(const Job& job, unsigned round, std::uint32_t range) {
  WHORL_ASSIGN_OR_RETURN(const auto state, read_state(job, round));
  WHORL_ASSIGN_OR_RETURN(auto searches, open_searches(job, round, range, state));
  WHORL_ASSIGN_OR_RETURN(auto hands, read_hands(job, round, range));
  WHORL_ASSIGN_OR_RETURN(const auto counter, CandidateCounter::open(job));
  job.progress.phase("documents", searches.size());
  std::vector<Candidate> parts, candidates;
  for (Search& search : searches) {
    job.progress.advance(1);
    if (!phases::takes_part(state.fates[search.own], hands_as_in(job, round))) continue;
    parts.clear();
    candidates.clear();
    search.looked_at = search.own;
    for (HandReader& hand : hands) hand.take(search.own, parts, search.looked_at);
    phases::complete_candidates(parts, search.looked_at, candidates);
    WHORL_RETURN_IF_ERROR(counter->add(search, candidates));
  }
  for (std::uint32_t task = 0; task < hands.size(); ++task) {
    if (!hands[task].is_whole()) return damaged(job.round_file("hands", round, task));
  }
  WHORL_RETURN_IF_ERROR(counter->count([&](const Search& search) {
    return phases::has_enough(search, state.fates, hands_as_in(job, round));
  }));
  return write_searches(job, round, range, searches, counter->counted());
}

Result<void> settle(const Job& job, unsigned round) {
  WHORL_ASSIGN_OR_RETURN(auto state, read_state(job, round));
  std::vector<Search> searches;
  for (std::uint32_t range = 0; range < job.plan.tasks(); ++range) {
    WHORL_ASSIGN_OR_RETURN(auto some, read_searches(job, round, range));
    std::ranges::move(some, std::back_inserter(searches));
  }
  phases::settle(searches, {state.fates, state.taken_by});
  for (const Search& search : searches) state.looked_at[search.own] = search.looked_at;
  return write(job, round + 1, state);
}

}  // namespace whorl::internal::tasks
