// Literals: where comments, strings and characters end. Interpolations inside them are code, which
// the scanner reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tokens/code/compiled_language.h"

namespace whorl::internal::tokens::code {

inline constexpr std::size_t kNoMatch = static_cast<std::size_t>(-1);

// A comment or literal whose opener was read.
struct OpenPiece {
  const Row* row = nullptr;
  std::uint32_t opener_end = 0;
  std::uint32_t depth = 1;     // of nested openers
  std::uint32_t tag_size = 0;  // tagged: bytes before the middle, at opener_end - middle - size
  std::uint8_t parts = 1;      // chosen: parts that must still be read
  char open = 0;               // chosen, quoted: the delimiter
};

// Reads the opener of `row` at `at`, which is known to be there. Returns where the content begins,
// or kNoMatch if the next bytes give it another meaning. Reads O(1) bytes beyond that; for a row
// that must close on its line, reads that line up to a limit.
std::size_t open_piece(const Row& row, std::string_view text, std::size_t at,
                       const CompiledLanguage& language, OpenPiece& piece);

enum class Stop : std::uint8_t {
  closed,
  line,  // the end of a line: the piece ends, or here documents are pending
  hole,  // after the opener of an interpolation
  end,   // the end of the text: the piece is not closed
};

struct Reading {
  Stop stop = Stop::closed;
  std::size_t at = 0;
  std::string_view hole = {};
};

struct ReadingOptions {
  bool holes = false;  // stop at interpolations
  bool lines = false;  // stop after each line, even if the piece continues
};

// Reads the content of a piece from `p` on.
Reading read_piece(OpenPiece& piece, std::string_view text, std::size_t p,
                   const CompiledLanguage& language, ReadingOptions options);

// The bracket that closes `open`; `open` itself if it is no bracket.
char closing(char open);

}  // namespace whorl::internal::tokens::code
