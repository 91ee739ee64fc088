#include "passages/match/tile_bound.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace whorl::internal::match {

namespace {

// The occurrences of a group in a side.
struct Occurrences {
  std::uint32_t begin;
  std::uint32_t end;
};

Occurrences occurrences_of(std::uint32_t group, const Side& side) {
  const auto found =
      std::ranges::equal_range(side.selected, group, {}, &index::SelectedKgram::group);
  const auto begin = static_cast<std::uint32_t>(found.begin() - side.selected.begin());
  return {begin, begin + static_cast<std::uint32_t>(found.size())};
}

}  // namespace

TileBound TileBounds::of_a(const Side& a, const Side& b, const MaximalMatches& found) {
  return of({a, b, &Match::a, &RepetitiveSeed::a_begin, &RepetitiveSeed::a_end}, found);
}

TileBound TileBounds::of_b(const Side& a, const Side& b, const MaximalMatches& found) {
  return of({b, a, &Match::b, &RepetitiveSeed::b_begin, &RepetitiveSeed::b_end}, found);
}

TileBound TileBounds::of(const Bounded& by, const MaximalMatches& found) {
  reset(by.side.extent);
  for (const Match& match : found.matches) {
    ranges_.push_back({match.*by.at, match.*by.at + match.length});
  }
  for (const RepetitiveSeed& group : found.repetitive) {
    add_reach(by.side, group.*by.begin, group.*by.end);
  }
  add_thinned(by.side, by.other);
  return fewest();
}

void TileBounds::reset(std::uint32_t extent) {
  extent_ = extent;
  ranges_.clear();
  begins_.reset(extent);
  reached_.reset(extent);
}

void TileBounds::add_reach(const Side& side, std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t i = begin; i < end; ++i) {
    const CoverageRange range =
        coverage_range_of(run_at(side.runs, side.selected[i].position), side.selected, i);
    reached_.cover(range.begin, range.end);
  }
}

// The parts that missing selected k-grams could reach, here or in the other side.
void TileBounds::add_thinned(const Side& side, const Side& other) {
  for (const std::uint32_t i : side.thinned) {
    const Occurrences there = occurrences_of(side.selected[i].group, other);
    if (there.begin == there.end) continue;
    add_reach(side, i - 1, i + 1);
  }
  // Each group once: `selected` is sorted by group.
  std::optional<std::uint32_t> last;
  for (const std::uint32_t i : other.thinned) {
    const std::uint32_t group = other.selected[i].group;
    if (std::exchange(last, group) == group) continue;
    const Occurrences here = occurrences_of(group, side);
    add_reach(side, here.begin, here.end);
  }
}

// A match without any followed anchor is inside the parts that the others reach.
void TileBounds::add_reached() {
  std::uint32_t begin = reached_.next_covered(0, extent_);
  while (begin < extent_) {
    const std::uint32_t end = reached_.next_free(begin, extent_);
    ranges_.push_back({begin, end});
    begin = reached_.next_covered(end, extent_);
  }
}

void TileBounds::number_begins() {
  for (const Range& range : ranges_) begins_.cover(range.begin);
  ends_.assign(begins_.number(), 0);
  for (const Range& range : ranges_) {
    std::uint32_t& end = ends_[begins_.number_of(range.begin)];
    end = std::max(end, range.end);
  }
}

// From left to right: of the ranges that begin in the covered part, takes the one that ends last.
TileBound TileBounds::fewest() {
  add_reached();
  number_begins();
  TileBound all{0, 0};
  Range stretch{0, 0};
  std::uint32_t last_end = 0;  // of the ranges so far
  const auto take = [&] {
    if (last_end == stretch.end) return;
    stretch.end = last_end;
    ++all.tiles;
  };
  std::uint32_t at = begins_.next_covered(0, extent_);
  for (const std::uint32_t end : ends_) {
    if (at > stretch.end) take();
    if (at > stretch.end) {
      all.matched += stretch.end - stretch.begin;
      stretch = {at, at};
    }
    last_end = std::max(last_end, end);
    at = begins_.next_covered(at + 1, extent_);
  }
  take();
  all.matched += stretch.end - stretch.begin;
  return all;
}

}  // namespace whorl::internal::match
