// How exact a match is once the symbols agree: what the two texts spell.
#pragma once

#include <cstdint>

#include "compare/corpus/prepared_file.h"

namespace whorl::internal::compare::corpus {

// Differences between the spellings of equal symbols.
struct SpellingDifference {
  std::uint64_t literals = 0;  // numbers, strings and characters of another value
  std::uint64_t names = 0;     // other tokens spelled otherwise: identifiers
};

// Compares symbols [a_at, a_at + length) of `a` with those of `b` from b_at on; the symbols are
// equal. Only source code has symbols that leave a spelling out: else nothing differs. Linear.
SpellingDifference compare_spellings(const PreparedFile& a, std::uint32_t a_at,
                                     const PreparedFile& b, std::uint32_t b_at,
                                     std::uint32_t length);

}  // namespace whorl::internal::compare::corpus
