#include "match/spelled_seeds.h"

#include <algorithm>

#include "match/spelling.h"

namespace whorl::internal::match {
namespace {

// Calls visit(position) with the occurrences that were thinned between two selected ones of one
// k-gram, which repeat the first at a distance of at most w, until it is false.
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

}  // namespace

void SpelledSeeds::add_matches(const Side& a, const Side& b, MaximalMatches& found,
                               std::uint64_t repetitive_over) {
  anchors_.clear();
  for (const auto* groups : {&found.repetitive, &found.thinned}) {
    for (const RepetitiveSeed& group : *groups) {
      const std::uint32_t at = a.selected[group.a_begin].position;
      const Run& run = run_at(a.runs, at);
      if (run.spellings == nullptr) continue;
      // All occurrences of a group have the same symbols.
      const SpellingHash hash = kgram_has_literals(run, at) ? hash_of_literals : hash_of_spellings;
      if (list(a, group.a_begin, group.a_end, hash, a_) &&
          list(b, group.b_begin, group.b_end, hash, b_)) {
        pair_by_spelling(repetitive_over);
      }
    }
  }
  extend_anchors(a, b, found.matches);
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

// Anchors come by position in b, so what a diagonal is covered to is known when the next one comes.
void SpelledSeeds::extend_anchors(const Side& a, const Side& b, std::vector<Match>& matches) {
  std::ranges::sort(anchors_);
  diagonals_.reset(anchors_.size());
  for (const Anchor& anchor : anchors_) {
    std::uint32_t& covered_to = diagonals_.covered_to(std::int64_t{anchor.b} - anchor.a);
    if (anchor.b < covered_to) continue;
    const Run& a_run = run_at(a.runs, anchor.a);
    const Match match = extend(a_run, anchor.a, run_at(b.runs, anchor.b), anchor.b);
    covered_to = match.b + match.length;
    if (match.length >= a_run.noise) matches.push_back(match);
  }
}

}  // namespace whorl::internal::match
