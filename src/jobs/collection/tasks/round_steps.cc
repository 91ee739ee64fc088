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

// The counts of a range's documents before a round.
Result<std::vector<Search>> searches_before(const Job& job, unsigned round, std::uint32_t range,
                                            std::uint64_t ranks) {
  if (round > 0) return read_searches(job, round - 1, range);
  std::vector<Search> searches;
  const std::uint64_t tasks = job.plan.tasks();
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
    heads.insert(heads.end(), {search.own, search.counted_to, search.similar.size()});
    similar.insert(similar.end(), search.similar.begin(), search.similar.end());
  }
  SectionWriter file;
  file.add(std::span<const std::uint64_t>(heads));
  file.add(std::span<const std::uint64_t>(similar));
  file.add(std::span<const std::uint64_t>(&candidates, 1));
  return file.write(job.round_file("searches", round, range));
}

// Single linkage needs all pairs: those of a state in which every document survives.
bool is_single(const Job& job) {
  return job.plan.asked.cluster.thresholds.linkage == Linkage::single;
}

bool is_guessed(const Job& job, unsigned round) { return round == 0 && !is_single(job); }

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
  for (unsigned round = 0;; ++round) {
    for (std::uint32_t range = 0; range < job.plan.tasks(); ++range) {
      const auto path = job.round_file("searches", round, range);
      std::error_code ignored;
      if (!std::filesystem::exists(path, ignored)) return sum;
      WHORL_ASSIGN_OR_RETURN(const auto count, read_section_of<std::uint64_t>(path, 2));
      if (count.size() != 1) return damaged(path);
      sum += count.front();
    }
  }
}

Result<void> hand_out(const Job& job, unsigned round, std::uint32_t range) {
  WHORL_ASSIGN_OR_RETURN(const auto lists, Lists::read(job, range));
  WHORL_ASSIGN_OR_RETURN(const auto state, read_state(job, round));
  WHORL_ASSIGN_OR_RETURN(const auto sizes,
                         read_section_of<std::uint64_t>(job.file(kRankFile, 0), kSizes));
  WHORL_ASSIGN_OR_RETURN(const auto rule, pair_rule(job.plan));
  HandWriter hand(job.plan.tasks(), sizes.size());
  const auto add = [&](std::span<const Candidate> candidates) { hand.add(candidates); };
  if (is_guessed(job, round)) {
    phases::guess(lists.all(), sizes, rule, add);
  } else {
    phases::hand_out(lists.all(), state, sizes, rule, phases::kAllCandidates, add);
  }
  return hand.write(job.round_file("hands", round, range));
}

Result<void> count_candidates(const Job& job, unsigned round, std::uint32_t range) {
  WHORL_ASSIGN_OR_RETURN(const auto state, read_state(job, round));
  WHORL_ASSIGN_OR_RETURN(auto searches, searches_before(job, round, range, state.survivors.size()));
  WHORL_ASSIGN_OR_RETURN(auto hands, read_hands(job, round, range));
  WHORL_ASSIGN_OR_RETURN(const auto counter, CandidateCounter::open(job));
  job.progress.phase("documents", searches.size());
  std::vector<Candidate> parts, candidates;
  for (const Search& search : searches) {
    job.progress.advance(1);
    parts.clear();
    candidates.clear();
    for (HandReader& hand : hands) hand.take(search.own, parts);
    phases::complete_candidates(parts, candidates);
    if (is_guessed(job, round)) {
      phases::keep_guesses(candidates);
      counter->add_guesses(search.own, candidates);
    } else {
      WHORL_RETURN_IF_ERROR(counter->add(search.own, candidates));
    }
  }
  for (std::uint32_t task = 0; task < hands.size(); ++task) {
    if (!hands[task].is_whole()) return damaged(job.round_file("hands", round, task));
  }
  const bool need_all = is_single(job) || is_guessed(job, round);
  WHORL_RETURN_IF_ERROR(counter->count(
      [&](phases::Rank own, std::span<const phases::Rank> similar) {
        return !need_all && phases::is_enough(own, similar, state);
      },
      [&](phases::Rank own, std::span<const phases::Rank> similar) {
        Search& search = searches[own - searches.front().own];
        if (is_guessed(job, round)) {
          search.add_similar(similar);
        } else {
          search.add_counted(similar, state, state.ends[own]);
        }
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
  if (is_guessed(job, round)) {
    phases::settle_guesses(searches, state);
  } else {
    phases::settle(searches, state);
  }
  return write(job, round + 1, state);
}

}  // namespace whorl::internal::tasks
