// Announcement: what the report says of a pair about chance, from its rarest passage, its score and
// the class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tl/expected.hpp>
#include <vector>

#include "compare/corpus/corpus.h"
#include "compare/scoring/chance.h"
#include "compare/scoring/pair_matcher.h"

namespace whorl::internal::compare::scoring {

struct Announcement {
  std::uint64_t once_in = 1;     // Pair::once_in
  bool class_too_small = false;  // Pair::class_too_small
};

// `alike` other submissions have at least the score of this pair with one of the two. Needs an
// estimate for at least one passage.
tl::expected<Announcement, NoEstimate> announce(const PairMatch& match,
                                                const std::vector<Chance>& chances,
                                                std::uint32_t alike, const corpus::Corpus& corpus);

// By match: how many other submissions have at least its score with one of its two, among
// `matches`. O(n log n).
std::vector<std::uint32_t> count_alike(const std::vector<PairMatch>& matches,
                                       std::size_t submissions);

}  // namespace whorl::internal::compare::scoring
