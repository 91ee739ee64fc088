#include "match/maximal.h"

#include <algorithm>

namespace whorl {
namespace {

// A diagonal (b - a, raised by 2^31 to be positive) above a place in a: one word to sort by.
using Anchor = std::uint64_t;

constexpr std::int64_t kRaise = std::int64_t{1} << 31;

Anchor make_anchor(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint64_t>(std::int64_t{b} - a + kRaise) << 32 | a;
}

// The stretch of picks of one group from `begin` on.
std::uint32_t group_end(std::span<const Pick> picks, std::uint32_t begin) {
  std::uint32_t end = begin + 1;
  while (end < picks.size() && picks[end].group == picks[begin].group) ++end;
  return end;
}

void pair_up(const Side& a, const Side& b, const CrowdedGroup& group,
             std::vector<Anchor>& anchors) {
  for (std::uint32_t i = group.a_begin; i < group.a_end; ++i) {
    for (std::uint32_t j = group.b_begin; j < group.b_end; ++j) {
      anchors.push_back(make_anchor(a.picks[i].position, b.picks[j].position));
    }
  }
}

// Walks both sorted pick lists side by side.
void collect_anchors(const Side& a, const Side& b, std::uint64_t crowded_over,
                     std::vector<Anchor>& anchors, std::vector<CrowdedGroup>& crowded) {
  std::uint32_t i = 0, j = 0;
  while (i < a.picks.size() && j < b.picks.size()) {
    const std::uint32_t x = a.picks[i].group, y = b.picks[j].group;
    if (x != y) {
      i += x < y;
      j += y < x;
      continue;
    }
    const CrowdedGroup group{i, group_end(a.picks, i), j, group_end(b.picks, j)};
    i = group.a_end;
    j = group.b_end;
    const std::uint64_t pairs =
        std::uint64_t{group.a_end - group.a_begin} * (group.b_end - group.b_begin);
    if (pairs > crowded_over) {
      crowded.push_back(group);
    } else {
      pair_up(a, b, group, anchors);
    }
  }
}

}  // namespace

Match extend(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at) {
  const std::uint32_t before =
      agree_left(a, a_at, b, b_at, std::min(a_at - a.begin, b_at - b.begin));
  const std::uint32_t after = agree_right(a, a_at, b, b_at, std::min(a.end - a_at, b.end - b_at));
  return {a_at - before, b_at - before, before + after};
}

void find_maximal_matches(const Side& a, const Side& b, MaximalMatches& found,
                          std::uint64_t crowded_over) {
  thread_local std::vector<Anchor> anchors;
  anchors.clear();
  found.matches.clear();
  found.crowded.clear();
  collect_anchors(a, b, crowded_over, anchors, found.crowded);
  std::ranges::sort(anchors);
  std::uint32_t diagonal = 0;
  std::uint32_t covered_to = 0;  // on this diagonal, in a
  for (const Anchor anchor : anchors) {
    const auto a_at = static_cast<std::uint32_t>(anchor);
    const auto raised = static_cast<std::uint32_t>(anchor >> 32);
    if (raised != diagonal) covered_to = 0;
    diagonal = raised;
    if (a_at < covered_to) continue;
    const auto b_at = static_cast<std::uint32_t>(a_at + (std::int64_t{raised} - kRaise));
    const Run& a_run = run_at(a.runs, a_at);
    const Match match = extend(a_run, a_at, run_at(b.runs, b_at), b_at);
    covered_to = match.a + match.length;
    if (match.length >= a_run.noise) found.matches.push_back(match);
  }
}

}  // namespace whorl
