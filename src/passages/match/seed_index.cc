#include "passages/match/seed_index.h"

#include <algorithm>

namespace whorl::internal::match {
namespace {

// Selected k-grams that are processed between two checks if to go on.
constexpr std::size_t kFollowedUnasked = 1 << 14;

}  // namespace

void SeedIndex::index(const Side& side) {
  for (const index::SelectedKgram& kgram : held_.selected) has_[kgram.group / 64] = 0;
  held_ = side;
  end_.resize(side.selected.size());
  met_.assign(side.selected.size(), 0);
  thinned_.assign(side.selected.size(), 0);
  std::uint32_t first = 0;
  for (std::uint32_t i = 0; i < side.selected.size(); ++i) {
    const std::uint32_t group = side.selected[i].group;
    if (side.selected[first].group != group) first = i;
    first_[group] = first;
    end_[first] = i + 1;
    has_[group / 64] |= std::uint64_t{1} << (group % 64);
  }
  for (const std::uint32_t i : side.thinned) thinned_[first_[side.selected[i].group]] = 1;
}

void SeedIndex::query(const Side& other) {
  other_ = other;
  const auto& selected = other.selected_in_order;
  selected_.resize(selected.size());
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < selected.size(); ++i) {
    selected_[count] = i;  // overwritten by the next unless it counts: no branch to mispredict
    count += has_[selected[i].group / 64] >> (selected[i].group % 64) & 1;
  }
  shared_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const index::SelectedKgram& kgram = selected[selected_[i]];
    shared_[i] = {first_[kgram.group], kgram.position};
  }
}

void SeedIndex::find_matches(MaximalMatches& found, const base::Cancellation& watch,
                             std::uint64_t repetitive_over) {
  found.matches.clear();
  for (const Shared& shared : shared_) ++met_[shared.first];
  list_groups(repetitive_over, found);
  diagonals_.reset(count_anchors());
  base::for_parts(std::span<const Shared>(shared_), kFollowedUnasked, watch, [&](auto part) {
    for (const Shared& shared : part) {
      if (met_[shared.first] != 0) follow(shared, found);
    }
  });
  for (const Shared& shared : shared_) met_[shared.first] = 0;
}

std::size_t SeedIndex::count_anchors() const {
  std::size_t anchors = 0;
  for (const Shared& shared : shared_) {
    if (met_[shared.first] != 0) anchors += end_[shared.first] - shared.first;
  }
  return anchors;
}

// Occurrences of repetitive groups no longer count as found.
void SeedIndex::list_groups(std::uint64_t repetitive_over, MaximalMatches& found) {
  found.repetitive.clear();
  found.thinned.clear();
  for (const auto& [first, position] : shared_) {
    const bool repetitive = std::uint64_t{end_[first] - first} * met_[first] > repetitive_over;
    if (!repetitive && (thinned_[first] == 0 || met_[first] < 2)) continue;
    const auto b = std::ranges::lower_bound(other_.selected, held_.selected[first].group, {},
                                            &index::SelectedKgram::group);
    if (!repetitive && b->position != position) continue;
    const auto b_begin = static_cast<std::uint32_t>(b - other_.selected.begin());
    (repetitive ? found.repetitive : found.thinned)
        .push_back({first, end_[first], b_begin, b_begin + met_[first]});
    if (repetitive) met_[first] = 0;
  }
  std::ranges::sort(found.repetitive, {}, &RepetitiveSeed::a_begin);
}

// Extends the anchors of one selected k-gram of the other side. Selected k-grams come by position,
// so the covered part of a diagonal is known when its next anchor comes.
void SeedIndex::follow(const Shared& shared, MaximalMatches& found) {
  const std::uint32_t b_at = shared.position;
  const Run& b_run = run_at(other_.runs, b_at);
  for (std::uint32_t i = shared.first; i < end_[shared.first]; ++i) {
    const std::uint32_t a_at = held_.selected[i].position;
    std::uint32_t& covered_to = diagonals_.covered_to(std::int64_t{b_at} - a_at);
    if (b_at < covered_to) continue;
    const Run& a_run = run_at(held_.runs, a_at);
    const Match match = extend(a_run, a_at, b_run, b_at);
    covered_to = match.b + match.length;
    if (match.length >= a_run.noise) found.matches.push_back(match);
  }
}

}  // namespace whorl::internal::match
