// How exact a match of equal symbols is: compares the spellings in the two texts.
#pragma once

#include <cstdint>

#include "jobs/compare/corpus/prepared_file.h"
#include "passages/match/spelling.h"

namespace whorl::internal::compare::corpus {

using match::SpellingDifference;

// Compares symbols [a_at, a_at + length) of `a` with those of `b` from b_at on; the symbols must be
// equal. Only the symbols of source code omit spellings; otherwise nothing differs. Linear.
SpellingDifference compare_spellings(const PreparedFile& a, std::uint32_t a_at,
                                     const PreparedFile& b, std::uint32_t b_at,
                                     std::uint32_t length);

}  // namespace whorl::internal::compare::corpus
