// How exact a match is once the symbols agree: what the two texts spell.
#pragma once

#include <cstdint>
#include <string_view>

#include "canon/canon.h"
#include "whorl/document.h"

namespace whorl::internal::match {

// Differences between the spellings of equal symbols.
struct SpellingDifference {
  std::uint64_t literals = 0;  // numbers, strings and characters of another value
  std::uint64_t names = 0;     // other tokens spelled otherwise: identifiers
};

// Tokens of source code, from the symbol `at` on, and the text they are of.
struct Spelled {
  const canon::Canon& canon;
  std::string_view text;
  std::uint32_t at = 0;
};

// Compares `length` tokens of two sources; the symbols are equal. Linear.
SpellingDifference compare_spellings(const Spelled& a, const Spelled& b, std::uint32_t length);

// Without the white space at its ends, which only tokens that stand for indentation have. What is
// nothing else stays.
ByteRange trimmed(std::string_view text, ByteRange range);

}  // namespace whorl::internal::match
