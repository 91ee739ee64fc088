#include "compare/scoring/measures.h"

#include <algorithm>

namespace whorl::internal::compare::scoring {
namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : std::min(1.0, static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace

void set_shares(std::uint64_t covered, std::uint64_t weight_a, std::uint64_t weight_b, Pair& pair) {
  pair.containment_a = share(covered, weight_a);
  pair.containment_b = share(covered, weight_b);
  pair.similarity = share(2 * covered, weight_a + weight_b);
}

double rank_value(const Pair& pair, SortKey sort) {
  switch (sort) {
    case SortKey::score:
      return pair.score;
    case SortKey::similarity:
      return pair.similarity;
    case SortKey::containment:
      return std::max(pair.containment_a, pair.containment_b);
    case SortKey::longest:
      return pair.longest;
    case SortKey::evidence:
      return pair.evidence;
  }
  return pair.score;
}

}  // namespace whorl::internal::compare::scoring
