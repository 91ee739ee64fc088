// How exact a match is once the symbols agree: what the two texts spell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "passages/match/side.h"
#include "tokens/canon.h"
#include "whorl/document.h"

namespace whorl::internal::match {

// Differences between the spellings of equal symbols.
struct SpellingDifference {
  std::uint64_t spelled = 0;        // literals and names, whether they differ or not
  std::uint64_t literals = 0;       // numbers, strings and characters of another value
  std::uint64_t names = 0;          // other tokens spelled otherwise: identifiers
  std::uint64_t names_in_rows = 0;  // of the names: those that repeats_row()
};

// Tokens of source code, from the symbol `at` on, and the text they are of.
struct Spelled {
  const tokens::Canon& canon;
  std::string_view text;
  std::uint32_t at = 0;
};

// Whether the last of `tokens` stands in a row that repeats the one before, as rows of a table do:
// the last row, of up to kLongestRow tokens, equals the one before it, and so do all of the last
// kRepeated tokens. Constant time.
inline constexpr std::size_t kLongestRow = 16;
inline constexpr std::size_t kRepeated = 7;
bool repeats_row(std::span<const std::uint32_t> tokens);

// Compares `length` tokens of two sources; the symbols are equal. Linear.
SpellingDifference compare_spellings(const Spelled& a, const Spelled& b, std::uint32_t length);

// How each token of source code is spelled. Equal spellings of equal symbols are equal; that others
// are too is one chance in 2^15, so this serves to choose between matches and not to measure them.
// Linear.
std::vector<Spelling> spellings_of(const tokens::Canon& canon, std::string_view text);

// What the differences between equal symbols of two runs cost, in hundredths of a symbol: 200 a
// literal and 1 a name, as in the score. Counted by hashes; 0 where runs have no spellings.
std::uint32_t price_of_changes(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at,
                               std::uint32_t length);

// Of the k-gram at a symbol of `run`, which has spellings: whether there are literals in it, and
// hashes of how they are spelled, and of how all of it is.
bool kgram_has_literals(const Run& run, std::uint32_t at);
std::uint64_t hash_of_literals(const Run& run, std::uint32_t at);
std::uint64_t hash_of_spellings(const Run& run, std::uint32_t at);

// Without the white space at its ends, which only tokens that stand for indentation have. What is
// nothing else stays.
ByteRange trimmed(std::string_view text, ByteRange range);

}  // namespace whorl::internal::match
