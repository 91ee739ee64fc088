// Reads text as folded characters, each with its source bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "tokens/fold_table.h"

namespace whorl::internal::tokens {

// Longer pieces are cut, so that a line of a million combining marks takes linear time. UAX #15
// calls text with at most 30 marks in a row stream-safe; all real text is.
inline constexpr std::size_t kLongestPiece = 64;

namespace fold_detail {

struct Character {
  char32_t code_point = 0;
  std::size_t length = 0;
  const Fold* fold;
};

inline constexpr Fold kEndOfText;

inline Character read(std::string_view text, std::size_t at, const FoldTable& table) {
  if (at >= text.size()) return {0, 0, &kEndOfText};
  const base::DecodedUtf8 decoded = base::decode_utf8(text, at);
  return {decoded.code_point, decoded.bytes, &table[decoded.code_point]};
}

}  // namespace fold_detail

// True if the character at `at` may combine with the one before it.
inline bool joins_at(std::string_view text, std::size_t at) {
  return fold_detail::read(text, at, FoldTable::instance()).fold->joins;
}

// Folds the pieces that begin in text[from, until), until ≤ text.size(), and calls
//   sink(char32_t folded, CharClass, std::size_t begin, std::size_t end)
// for every character they fold to, where [begin, end) is the whole piece. `from` is the
// beginning of a piece. Returns where the last piece ends, which may be past `until`.
// O(bytes).
template <class Sink>
std::size_t fold_pieces(std::string_view text, std::size_t from, std::size_t until, Sink& sink,
                        const FoldTable& table = FoldTable::instance()) {
  using fold_detail::Character;
  std::u32string piece, folded;
  std::size_t begin = from;
  fold_detail::Character here = fold_detail::read(text, begin, table);
  while (begin < until) {
    std::size_t end = begin + here.length;
    fold_detail::Character next = fold_detail::read(text, end, table);
    if (!next.fold->joins && here.fold->kind != Fold::Kind::several) {
      if (here.fold->kind == Fold::Kind::one) {
        sink(here.fold->code_point, here.fold->char_class, begin, end);
      }
    } else {
      piece.assign(1, here.code_point);
      while (next.fold->joins && piece.size() < kLongestPiece) {
        piece.push_back(next.code_point);
        end += next.length;
        next = fold_detail::read(text, end, table);
      }
      table.fold_piece(piece, folded);
      for (const char32_t c : folded) {
        sink(table.merged(c), FoldTable::class_of(c), begin, end);
      }
    }
    begin = end;
    here = next;
  }
  return begin;
}

}  // namespace whorl::internal::tokens
