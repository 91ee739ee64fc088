// Pieces: what is cut of a text, in bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "canon/canon.h"
#include "repeats/passages.h"
#include "whorl/repeats.h"

namespace whorl::internal::repeats {

struct Piece {
  std::size_t begin = 0;  // bytes [begin, end) of the text, whole characters
  std::size_t end = 0;
  std::uint64_t symbols = 0;          // in it
  std::span<const Passage> passages;  // that it is made of, or that reach into it
};

// A text whose symbols are numbered from `first_symbol` on.
struct NumberedText {
  std::string_view text;
  const canon::Canon& canon;
  std::uint64_t first_symbol = 0;
};

// What is cut where `passages`, those of the text in ascending order, are repeats. Pieces ascend
// and do not touch. O(text) for lines and paragraphs, else O(passages).
std::vector<Piece> pieces_of(const NumberedText& text, std::span<const Passage> passages,
                             CutUnit unit);

}  // namespace whorl::internal::repeats
