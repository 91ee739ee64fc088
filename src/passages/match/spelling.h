// How exact a match of equal symbols is: compares the spellings in the two texts.
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
  std::uint64_t spelled = 0;        // literals and names, equal or different
  std::uint64_t literals = 0;       // numbers, strings and characters with different values
  std::uint64_t names = 0;          // other tokens with different spellings: identifiers
  std::uint64_t names_in_rows = 0;  // of the names: those that repeats_row()
};

// Tokens of source code, from the symbol `at` on, and their text.
struct Spelled {
  const tokens::Canon& canon;
  std::string_view text;
  std::uint32_t at = 0;
};

// True if the last of `tokens` is in a row that repeats the one before, like rows of a table. The
// last row, of up to kLongestRow tokens, must equal the one before it, and so must all of the last
// kRepeated tokens. Constant time.
inline constexpr std::size_t kLongestRow = 16;
inline constexpr std::size_t kRepeated = 7;
bool repeats_row(std::span<const std::uint32_t> tokens);

// Compares `length` tokens of two sources; the symbols are equal. Linear.
SpellingDifference compare_spellings(const Spelled& a, const Spelled& b, std::uint32_t length);

// The spelling of each token of source code. Equal spellings of equal symbols are equal; different
// ones collide once in 2^15. So this serves to choose between matches, not to measure them. Linear.
std::vector<Spelling> spellings_of(const tokens::Canon& canon, std::string_view text);

// The cost of the differences between equal symbols of two runs, in hundredths of a symbol: 200 a
// literal and 1 a name, as in the score. Counted by hashes; 0 if the runs have no spellings.
std::uint32_t price_of_changes(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at,
                               std::uint32_t length);

// For the k-gram at a symbol of `run`, which must have spellings: true if it contains literals; the
// hash of their spellings; the hash of all its spellings.
bool kgram_has_literals(const Run& run, std::uint32_t at);
std::uint64_t hash_of_literals(const Run& run, std::uint32_t at);
std::uint64_t hash_of_spellings(const Run& run, std::uint32_t at);

// Without the white space at its ends, which only tokens for indentation have. A range of white
// space alone does not change.
ByteRange trimmed(std::string_view text, ByteRange range);

}  // namespace whorl::internal::match
