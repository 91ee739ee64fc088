#include "passages/match/tiling.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include "base/parallel_sort.h"
#include "passages/match/spelling.h"

namespace whorl::internal::match {
namespace {

// Calls visit(position) with the occurrences that were thinned between two selected ones of one
// k-gram, which repeat the first at a distance of at most w, until visit returns false.
template <class Visit>
void visit_thinned(const Run& run, std::uint32_t first, std::uint32_t next, Visit visit) {
  const std::uint32_t period = period_of(run, first, next);
  const auto repeats = [&](std::uint32_t at) {
    return agree_right(run, first, run, at, run.noise) == run.noise;
  };
  for (std::uint32_t at = first + period; period != 0 && at < next && repeats(at); at += period) {
    if (!visit(at)) return;
  }
}

template <class List>
auto end_of_spelling(const List& list, typename List::const_iterator at) {
  return std::find_if(at, list.end(),
                      [&](const auto& one) { return one.spelling != at->spelling; });
}

// Free occurrences of b that are compared with one of a, and how many are examined to find them.
constexpr std::uint32_t kTries = 8;
constexpr std::uint32_t kLooks = 64;

// Matches, and occurrences of a repetitive group, that are placed between two checks if to go on.
constexpr std::size_t kLaidUnasked = 1 << 14;
constexpr std::uint32_t kUnaskedRepetitive = 64;

// The longest comes first, then the one with the fewest changes, then the first in a, then in b.
constexpr auto more_urgent = [](const Waiting& x, const Waiting& y) {
  if (x.match.length != y.match.length) return x.match.length > y.match.length;
  const auto place = [](const Waiting& w) { return std::uint64_t{w.price} << 32 | w.match.a; };
  return place(x) != place(y) ? place(x) < place(y) : x.match.b < y.match.b;
};
constexpr auto less_urgent = [](const Waiting& x, const Waiting& y) { return more_urgent(y, x); };

}  // namespace

void SpelledSeeds::add_matches(const Side& a, const Side& b, MaximalMatches& found,
                               const base::Cancellation& watch, std::uint64_t repetitive_over) {
  anchors_.clear();
  for (const auto* groups : {&found.repetitive, &found.thinned}) {
    for (const RepetitiveSeed& group : *groups) {
      const std::uint32_t at = a.selected[group.a_begin].position;
      const Run& run = run_at(a.runs, at);
      if (!watch.goes_on()) return;
      if (run.spellings == nullptr) continue;
      // All occurrences of a group have the same symbols.
      const SpellingHash hash = kgram_has_literals(run, at) ? hash_of_literals : hash_of_spellings;
      if (list(a, group.a_begin, group.a_end, hash, a_) &&
          list(b, group.b_begin, group.b_end, hash, b_)) {
        pair_by_spelling(repetitive_over);
      }
    }
  }
  extend_anchors(a, b, watch, found.matches);
}

bool SpelledSeeds::list(const Side& side, std::uint32_t begin, std::uint32_t end, SpellingHash hash,
                        std::vector<Occurrence>& occurrences) {
  occurrences.clear();
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::uint32_t at = side.selected[i].position;
    const Run& run = run_at(side.runs, at);
    if (run.spellings == nullptr) continue;
    const auto add = [&](std::uint32_t position) {
      occurrences.push_back({hash(run, position), position});
      return occurrences.size() <= kMost;
    };
    if (add(at) && i + 1 < end) visit_thinned(run, at, side.selected[i + 1].position, add);
    if (occurrences.size() > kMost) return false;
  }
  std::ranges::sort(occurrences);
  return true;
}

void SpelledSeeds::pair_by_spelling(std::uint64_t repetitive_over) {
  for (auto a = a_.cbegin(), b = b_.cbegin(); a != a_.cend() && b != b_.cend();) {
    if (a->spelling != b->spelling) {
      ++(a->spelling < b->spelling ? a : b);
      continue;
    }
    const auto a_end = end_of_spelling(a_, a), b_end = end_of_spelling(b_, b);
    const auto pairs = static_cast<std::uint64_t>((a_end - a) * (b_end - b));
    for (auto one = a; one != a_end && pairs <= repetitive_over; ++one) {
      for (auto other = b; other != b_end; ++other)
        anchors_.push_back({other->position, one->position});
    }
    a = a_end;
    b = b_end;
  }
}

// Anchors come by position in b, so the covered part of a diagonal is known when its next anchor
// comes.
void SpelledSeeds::extend_anchors(const Side& a, const Side& b, const base::Cancellation& watch,
                                  std::vector<Match>& matches) {
  base::parallel_sort(anchors_, 1, std::less(), &watch);
  diagonals_.reset(anchors_.size());
  base::for_parts(std::span<const Anchor>(anchors_), kLaidUnasked, watch, [&](auto part) {
    for (const Anchor& anchor : part) {
      std::uint32_t& covered_to = diagonals_.covered_to(std::int64_t{anchor.b} - anchor.a);
      if (anchor.b < covered_to) continue;
      const Run& a_run = run_at(a.runs, anchor.a);
      const Match match = extend(a_run, anchor.a, run_at(b.runs, anchor.b), anchor.b);
      covered_to = match.b + match.length;
      if (match.length >= a_run.noise) matches.push_back(match);
    }
  });
}

std::vector<Match> Tiler::tile(const Side& a, const Side& b, MaximalMatches& found,
                               const base::Cancellation& watch, const TileGate& gate) {
  a_ = &a;
  b_ = &b;
  found_ = &found;
  tiles_.clear();
  if (found.matches.empty() && found.repetitive.empty()) return {};
  if (gate && !passes(gate)) return {};
  a_taken_.reset(a.extent);
  b_taken_.reset(b.extent);
  spelled_.add_matches(a, b, found, watch);
  lay_matches(watch);
  for (const RepetitiveSeed& group : found.repetitive) lay_repetitive(group, watch);
  std::ranges::sort(tiles_, {}, &Match::a);
  return std::exchange(tiles_, {});
}

// The smaller side first, because its bound is usually tighter.
bool Tiler::passes(const TileGate& gate) {
  const auto by_a = [&] { return gate(bounds_.of_a(*a_, *b_, *found_)); };
  const auto by_b = [&] { return gate(bounds_.of_b(*a_, *b_, *found_)); };
  return a_->extent <= b_->extent ? by_a() && by_b() : by_b() && by_a();
}

void Tiler::lay_matches(const base::Cancellation& watch) {
  base::for_parts(std::span<const Match>(found_->matches), kLaidUnasked, watch, [&](auto part) {
    for (const Match& match : part) wait(match);
  });
  lay_long(watch);
  for (std::size_t length = kLong; length-- > 0;) lay_all(short_[length], watch);
}

// Empties the heap.
void Tiler::lay_long(const base::Cancellation& watch) {
  while (!long_.empty() && watch.goes_on()) {
    for (std::size_t i = 0; i < kLaidUnasked && !long_.empty(); ++i) {
      std::ranges::pop_heap(long_, less_urgent);
      const Match match = long_.back().match;
      long_.pop_back();
      lay_or_cut(match);
    }
  }
  long_.clear();
}

void Tiler::wait(const Match& match) {
  if (match.length < kLong) return short_[match.length].push_back(match);
  long_.push_back(waiting(match));
  std::ranges::push_heap(long_, less_urgent);
}

Waiting Tiler::waiting(const Match& match) const {
  return {match, price_of_changes(run_at(a_->runs, match.a), match.a, run_at(b_->runs, match.b),
                                  match.b, match.length)};
}

// Matches of one length after all longer ones are placed: parts that these cover need no price.
void Tiler::lay_all(std::vector<Match>& matches, const base::Cancellation& watch) {
  free_.clear();
  base::for_parts(std::span<const Match>(matches), kLaidUnasked, watch, [&](auto part) {
    for (const Match& match : part) {
      if (const std::uint64_t taken = taken_of(match); taken != 0) {
        cut_short(match, taken);
      } else {
        free_.push_back(waiting(match));
      }
    }
  });
  matches.clear();
  base::parallel_sort(free_, 1, more_urgent, &watch);
  base::for_parts(std::span<const Waiting>(free_), kLaidUnasked, watch, [&](auto part) {
    for (const Waiting& each : part) lay_or_cut(each.match);
  });
}

bool Tiler::is_free(const Match& match) const {
  const std::uint32_t a_end = match.a + match.length, b_end = match.b + match.length;
  return a_taken_.next_covered(match.a, a_end) == a_end &&
         b_taken_.next_covered(match.b, b_end) == b_end;
}

// For a match shorter than kLong: which of its symbols are taken on a side, the first one lowest.
std::uint64_t Tiler::taken_of(const Match& match) const {
  static_assert(kLong == 64);
  const std::uint64_t all = (std::uint64_t{1} << match.length) - 1;
  return (a_taken_.from(match.a) | b_taken_.from(match.b)) & all;
}

// Like cut(), for a match shorter than kLong.
void Tiler::cut_short(const Match& match, std::uint64_t taken) {
  std::uint64_t free = ~taken & ((std::uint64_t{1} << match.length) - 1);
  while (free != 0) {
    const auto begin = static_cast<std::uint32_t>(std::countr_zero(free));
    const auto length = static_cast<std::uint32_t>(std::countr_one(free >> begin));
    if (const Match part{match.a + begin, match.b + begin, length}; long_enough(part)) wait(part);
    free &= ~(((std::uint64_t{1} << length) - 1) << begin);
  }
}

void Tiler::lay_or_cut(const Match& match) {
  if (is_free(match)) {
    lay(match);
  } else {
    cut(match);
  }
}

// Puts the parts that are free on both sides back into the queues by length.
void Tiler::cut(const Match& match) {
  std::uint32_t at = 0;
  while (at < match.length) {
    const std::uint32_t free_a = a_taken_.next_free(match.a + at, match.a + match.length) - match.a;
    const std::uint32_t free_b = b_taken_.next_free(match.b + at, match.b + match.length) - match.b;
    const std::uint32_t begin = std::max(free_a, free_b);
    if (begin != at) {
      at = begin;  // free on one side; check again if it is on the other
      continue;
    }
    const std::uint32_t end =
        std::min(a_taken_.next_covered(match.a + at, match.a + match.length) - match.a,
                 b_taken_.next_covered(match.b + at, match.b + match.length) - match.b);
    if (const Match part{match.a + at, match.b + at, end - at}; long_enough(part)) wait(part);
    at = end;
  }
}

void Tiler::lay_repetitive(const RepetitiveSeed& group, const base::Cancellation& watch) {
  std::uint32_t b_from = group.b_begin;
  for (std::uint32_t i = group.a_begin; i < group.a_end && b_from < group.b_end; ++i) {
    if ((i - group.a_begin) % kUnaskedRepetitive == 0 && !watch.goes_on()) return;
    const std::uint32_t a_at = a_->selected[i].position;
    if (!a_taken_.covered(a_at)) lay_best(a_at, group, b_from);
  }
}

// Matches a_at's occurrence with the best of the first free ones of b. b_from advances past taken
// occurrences, which stay taken.
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

// The longest equal part through a_at and b_at that no tile covers.
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
