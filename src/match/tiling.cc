#include "match/tiling.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "match/spelling.h"

namespace whorl::internal::match {
namespace {

// Free occurrences of b that one of a is tried against, and how many are looked at for them.
constexpr std::uint32_t kTries = 8;
constexpr std::uint32_t kLooks = 64;

// The longest first, then the one of the fewest changes, then the first in a, then in b.
constexpr auto more_urgent = [](const Waiting& x, const Waiting& y) {
  if (x.match.length != y.match.length) return x.match.length > y.match.length;
  const auto place = [](const Waiting& w) { return std::uint64_t{w.price} << 32 | w.match.a; };
  return place(x) != place(y) ? place(x) < place(y) : x.match.b < y.match.b;
};
constexpr auto less_urgent = [](const Waiting& x, const Waiting& y) { return more_urgent(y, x); };

// Matches from this length on share a bucket when they are sorted; few are as long.
constexpr std::uint32_t kLong = 63;

std::uint32_t bucket_of(const Match& match) { return kLong - std::min(match.length, kLong); }

}  // namespace

void CoverBits::cover(std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t at = begin; at < end;) {
    const std::uint32_t word_end = std::min(end, at / 64 * 64 + 64);
    const std::uint64_t low = ~std::uint64_t{0} << (at % 64);
    const std::uint64_t high = ~std::uint64_t{0} >> (63 - (word_end - 1) % 64);
    words_[at / 64] |= low & high;
    at = word_end;
  }
}

std::uint32_t CoverBits::next_covered(std::uint32_t begin, std::uint32_t end) const {
  if (begin >= end) return end;
  std::uint64_t word = words_[begin / 64] >> (begin % 64) << (begin % 64);
  for (std::uint32_t w = begin / 64;; word = words_[++w]) {
    if (word != 0) return std::min<std::uint32_t>(end, w * 64 + std::countr_zero(word));
    if (w * 64ull + 64 >= end) return end;
  }
}

std::uint32_t CoverBits::next_free(std::uint32_t begin, std::uint32_t end) const {
  if (begin >= end) return end;
  std::uint64_t word = ~words_[begin / 64] >> (begin % 64) << (begin % 64);
  for (std::uint32_t w = begin / 64;; word = ~words_[++w]) {
    if (word != 0) return std::min<std::uint32_t>(end, w * 64 + std::countr_zero(word));
    if (w * 64ull + 64 >= end) return end;
  }
}

std::uint64_t CoverBits::count() const {
  std::uint64_t n = 0;
  for (std::uint64_t word : words_) n += static_cast<std::uint64_t>(std::popcount(word));
  return n;
}

std::uint64_t CoverBits::stretches() const {
  std::uint64_t n = 0, last = 0;  // the highest bit of the word before
  for (std::uint64_t word : words_) {
    n += static_cast<std::uint64_t>(std::popcount(word & ~(word << 1 | last)));
    last = word >> 63;
  }
  return n;
}

std::uint32_t CoverBits::free_from(std::uint32_t begin, std::uint32_t at) const {
  if (begin >= at) return at;
  const std::uint32_t last = at - 1;
  std::uint64_t word = words_[last / 64] << (63 - last % 64) >> (63 - last % 64);
  for (std::uint32_t w = last / 64;; word = words_[--w]) {
    if (word != 0) return std::max<std::uint32_t>(begin, w * 64 + 64 - std::countl_zero(word));
    if (w * 64 <= begin) return begin;
  }
}

std::vector<Match> Tiler::tile(const Side& a, const Side& b, MaximalMatches& found,
                               const TileGate& gate) {
  a_ = &a;
  b_ = &b;
  found_ = &found;
  tiles_.clear();
  if (found.matches.empty() && found.repetitive.empty()) return {};
  a_taken_.reset(a.extent);
  b_taken_.reset(b.extent);
  if (gate && !gate(bound())) return {};
  spelled_.add_matches(a, b, found);
  lay_matches();
  for (const RepetitiveSeed& group : found.repetitive) lay_repetitive(group);
  std::ranges::sort(tiles_, {}, &Match::a);
  return std::exchange(tiles_, {});
}

// What matches cover on the side where they cover less: tiles are parts of them, and those of
// one stretch are at least one tile.
TileBound Tiler::bound() {
  for (const Match& match : found_->matches) {
    a_taken_.cover(match.a, match.a + match.length);
    b_taken_.cover(match.b, match.b + match.length);
  }
  cover_repetitive();
  const TileBound a = bound_of(a_taken_), b = bound_of(b_taken_);
  a_taken_.clear();
  b_taken_.clear();
  return tighter(a, b);
}

// Repetitive groups have not been extended: all that their selected k-grams reach.
void Tiler::cover_repetitive() {
  const auto cover = [](const Side& side, std::uint32_t begin, std::uint32_t end,
                        CoverBits& covered) {
    for (std::uint32_t i = begin; i < end; ++i) {
      const CoverageRange reach =
          coverage_range_of(run_at(side.runs, side.selected[i].position), side.selected, i);
      covered.cover(reach.begin, reach.end);
    }
  };
  for (const RepetitiveSeed& group : found_->repetitive) {
    cover(*a_, group.a_begin, group.a_end, a_taken_);
    cover(*b_, group.b_begin, group.b_end, b_taken_);
  }
}

TileBound Tiler::bound_of(const CoverBits& covered) {
  return {covered.count(), covered.stretches()};
}

// The most urgent first: into buckets by length, most of which are small.
void Tiler::sort_matches() {
  const std::vector<Match>& matches = found_->matches;
  std::array<std::uint32_t, kLong + 2> ends{};
  for (const Match& match : matches) ++ends[bucket_of(match) + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  sorted_.resize(matches.size());
  for (const Match& match : matches) sorted_[ends[bucket_of(match)]++] = waiting(match);
  auto begin = sorted_.begin();
  for (std::uint32_t bucket = 0; bucket <= kLong; ++bucket) {
    const auto end = sorted_.begin() + ends[bucket];
    std::sort(begin, end, more_urgent);
    begin = end;
  }
}

Waiting Tiler::waiting(const Match& match) const {
  return {match, price_of_changes(run_at(a_->runs, match.a), match.a, run_at(b_->runs, match.b),
                                  match.b, match.length)};
}

void Tiler::lay_matches() {
  sort_matches();
  parts_.clear();
  for (std::size_t next = 0; next < sorted_.size() || !parts_.empty();) {
    const Match match = take_most_urgent(next);
    const std::uint32_t a_end = match.a + match.length, b_end = match.b + match.length;
    const bool free = a_taken_.next_covered(match.a, a_end) == a_end &&
                      b_taken_.next_covered(match.b, b_end) == b_end;
    if (free) {
      lay(match);
    } else {
      lay_free_parts(match);
    }
  }
}

// From the matches, in order from `next` on, and the parts that wait.
Match Tiler::take_most_urgent(std::size_t& next) {
  const bool whole =
      parts_.empty() || (next < sorted_.size() && more_urgent(sorted_[next], parts_.front()));
  if (whole) return sorted_[next++].match;
  std::ranges::pop_heap(parts_, less_urgent);
  const Match part = parts_.back().match;
  parts_.pop_back();
  return part;
}

// Puts the stretches that are free on both sides back to wait for their turn by length.
void Tiler::lay_free_parts(const Match& match) {
  std::uint32_t at = 0;
  while (at < match.length) {
    const std::uint32_t free_a = a_taken_.next_free(match.a + at, match.a + match.length) - match.a;
    const std::uint32_t free_b = b_taken_.next_free(match.b + at, match.b + match.length) - match.b;
    const std::uint32_t begin = std::max(free_a, free_b);
    if (begin != at) {
      at = begin;  // free on one side; look again whether it is on the other
      continue;
    }
    const std::uint32_t end =
        std::min(a_taken_.next_covered(match.a + at, match.a + match.length) - match.a,
                 b_taken_.next_covered(match.b + at, match.b + match.length) - match.b);
    if (const Match part{match.a + at, match.b + at, end - at}; long_enough(part)) {
      parts_.push_back(waiting(part));
      std::ranges::push_heap(parts_, less_urgent);
    }
    at = end;
  }
}

void Tiler::lay_repetitive(const RepetitiveSeed& group) {
  std::uint32_t b_from = group.b_begin;
  for (std::uint32_t i = group.a_begin; i < group.a_end && b_from < group.b_end; ++i) {
    const std::uint32_t a_at = a_->selected[i].position;
    if (!a_taken_.covered(a_at)) lay_best(a_at, group, b_from);
  }
}

// Lays a_at's occurrence against the best of the first free ones of b. b_from moves past
// occurrences that are taken: they stay so.
bool Tiler::lay_best(std::uint32_t a_at, const RepetitiveSeed& group, std::uint32_t& b_from) {
  Waiting best;
  std::uint32_t tries = 0;
  bool all_taken = true;
  for (std::uint32_t j = b_from; j < group.b_end && j - b_from < kLooks && tries < kTries; ++j) {
    const std::uint32_t b_at = b_->selected[j].position;
    if (b_taken_.covered(b_at)) {
      if (all_taken) b_from = j + 1;
      continue;
    }
    all_taken = false;
    ++tries;
    const Match match = extend_free(a_at, b_at);
    if (!long_enough(match) || match.length < best.match.length) continue;
    if (const Waiting one = waiting(match); more_urgent(one, best)) best = one;
  }
  if (best.match.length == 0) return false;
  lay(best.match);
  return true;
}

// The longest equal stretch through a_at and b_at that no tile covers.
Match Tiler::extend_free(std::uint32_t a_at, std::uint32_t b_at) const {
  const Run& a = run_at(a_->runs, a_at);
  const Run& b = run_at(b_->runs, b_at);
  const Match whole = extend(a, a_at, b, b_at);
  if (whole.length == 0 || a_at >= whole.a + whole.length) return {};
  const std::uint32_t before =
      std::min(a_at - a_taken_.free_from(whole.a, a_at), b_at - b_taken_.free_from(whole.b, b_at));
  const std::uint32_t after = std::min(a_taken_.next_covered(a_at, whole.a + whole.length) - a_at,
                                       b_taken_.next_covered(b_at, whole.b + whole.length) - b_at);
  return {a_at - before, b_at - before, before + after};
}

void Tiler::lay(const Match& match) {
  a_taken_.cover(match.a, match.a + match.length);
  b_taken_.cover(match.b, match.b + match.length);
  tiles_.push_back(match);
}

bool Tiler::long_enough(const Match& match) const {
  return match.length != 0 && match.length >= run_at(a_->runs, match.a).noise;
}

}  // namespace whorl::internal::match
