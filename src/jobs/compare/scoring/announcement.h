// Announcement: the report's statement about chance for a pair, from its rarest passage, its score
// and the class.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "jobs/compare/corpus/corpus.h"
#include "jobs/compare/scoring/chance.h"
#include "jobs/compare/scoring/pair_matcher.h"

namespace whorl::internal::compare::scoring {

// Calibration: how often pairs of programs that different people wrote for the same task agree as
// closely as a given pair, measured on validation sets (docs/quality.md, "Chance").

// The values that Pair::once_in can have above 1.
inline constexpr std::array<std::uint64_t, 7> kOnceIn{10, 20, 50, 100, 200, 500, 1000};

using Thresholds = std::array<double, kOnceIn.size()>;

// For one language. At most one in 2.5 kOnceIn[i] independent pairs reaches bits[i] with its rarest
// passage, and at most one in 2.5 kOnceIn[i] reaches scores[i]; so fewer than one in kOnceIn[i]
// reaches either. No pair reaches a threshold over kMostBits.
struct Calibration {
  std::string_view recipe;
  Thresholds bits;
  Thresholds scores;
};

// Null if there is no validation set for `recipe`, such as "code:rust/k=7/winnow:w=2".
const Calibration* calibration_of(std::string_view recipe);

// The element of kOnceIn for the last threshold that `value` reaches; 1 if it reaches none.
std::uint64_t once_in(double value, const Thresholds& thresholds);

// The most that a class of `others` other submissions supports: a passage that none of them has
// occurs in at most 3 of n submissions (the rule of three, Hanley and Lippman-Hand 1983), in both
// of a pair with 9 / n². With `having` of them it occurs in about having + 3 of n.
std::uint64_t once_in_class(std::uint32_t others, std::uint32_t having);

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
