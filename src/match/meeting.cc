#include "match/meeting.h"

#include <algorithm>

namespace whorl {

void Meeting::hold(const Side& side) {
  for (const Pick& pick : held_.picks) has_[pick.group / 64] = 0;
  held_ = side;
  end_.resize(side.picks.size());
  met_.assign(side.picks.size(), 0);
  std::uint32_t first = 0;
  for (std::uint32_t i = 0; i < side.picks.size(); ++i) {
    const std::uint32_t group = side.picks[i].group;
    if (side.picks[first].group != group) first = i;
    first_[group] = first;
    end_[first] = i + 1;
    has_[group / 64] |= std::uint64_t{1} << (group % 64);
  }
}

void Meeting::meet(const Side& other) {
  other_ = other;
  const auto& picks = other.picks_in_order;
  shared_.resize(picks.size());
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < picks.size(); ++i) {
    shared_[count] = i;  // overwritten by the next unless it counts: no branch to mispredict
    count += has_[picks[i].group / 64] >> (picks[i].group % 64) & 1;
  }
  shared_.resize(count);
}

void Meeting::find_matches(MaximalMatches& found, std::uint64_t crowded_over) {
  found.matches.clear();
  for (std::uint32_t i : shared_) ++met_[first_of(i)];
  list_crowded(crowded_over, found.crowded);
  diagonals_.reset(count_anchors());
  for (std::uint32_t i : shared_) {
    if (met_[first_of(i)] != 0) follow(other_.picks_in_order[i], found);
  }
  for (std::uint32_t i : shared_) met_[first_of(i)] = 0;
}

std::size_t Meeting::count_anchors() const {
  std::size_t anchors = 0;
  for (std::uint32_t i : shared_) {
    const std::uint32_t first = first_of(i);
    if (met_[first] != 0) anchors += end_[first] - first;
  }
  return anchors;
}

// Of what is listed, no occurrence counts as met any more.
void Meeting::list_crowded(std::uint64_t crowded_over, std::vector<CrowdedGroup>& list) {
  list.clear();
  for (std::uint32_t i : shared_) {
    const std::uint32_t group = other_.picks_in_order[i].group;
    const std::uint32_t first = first_[group];
    if (std::uint64_t{end_[first] - first} * met_[first] <= crowded_over) continue;
    const auto b = std::ranges::lower_bound(other_.picks, group, {}, &Pick::group);
    const auto b_begin = static_cast<std::uint32_t>(b - other_.picks.begin());
    list.push_back({first, end_[first], b_begin, b_begin + met_[first]});
    met_[first] = 0;
  }
  std::ranges::sort(list, {}, &CrowdedGroup::a_begin);
}

// Extends the anchors of one pick of the other side. Picks come by position, so what a diagonal
// is covered to is known when the next anchor on it comes.
void Meeting::follow(const Pick& other, MaximalMatches& found) {
  const Run& b_run = run_at(other_.runs, other.position);
  const std::uint32_t first = first_[other.group];
  for (std::uint32_t i = first; i < end_[first]; ++i) {
    const std::uint32_t a_at = held_.picks[i].position;
    std::uint32_t& covered_to = diagonals_.covered_to(std::int64_t{other.position} - a_at);
    if (other.position < covered_to) continue;
    const Run& a_run = run_at(held_.runs, a_at);
    const Match match = extend(a_run, a_at, b_run, other.position);
    covered_to = match.b + match.length;
    if (match.length >= a_run.noise) found.matches.push_back(match);
  }
}

}  // namespace whorl
