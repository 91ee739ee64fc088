#include "passages/match/maximal.h"

#include <algorithm>
#include <utility>

namespace whorl::internal::match {
Match extend(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at) {
  const std::uint32_t before =
      agree_left(a, a_at, b, b_at, std::min(a_at - a.begin, b_at - b.begin));
  const std::uint32_t after = agree_right(a, a_at, b, b_at, std::min(a.end - a_at, b.end - b_at));
  return {a_at - before, b_at - before, before + after};
}

void MaximalMatches::swap_sides() {
  for (Match& match : matches) std::swap(match.a, match.b);
  for (auto* groups : {&repetitive, &thinned}) {
    for (RepetitiveSeed& group : *groups) {
      std::swap(group.a_begin, group.b_begin);
      std::swap(group.a_end, group.b_end);
    }
  }
}

}  // namespace whorl::internal::match
