// Symbols of one block of a text that comes block by block, with the last symbols before it, in
// memory that the blocks reuse; a short text is one block. The origin is not kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tokens/canon.h"

namespace whorl::internal::tokens {

class BlockSymbols {
 public:
  // Up to `before` symbols may stand before a block.
  explicit BlockSymbols(std::size_t before) : front_(before) {}

  // Takes the bytes as they are.
  void take_bytes(std::string_view bytes);
  // Takes what text_canon() makes of `text`, which begins and ends where pieces of folding do.
  void take_text(std::string_view text);
  // The same of all consonants, those of a prologue among them.
  void take_consonants(std::string_view text);
  // Takes out the first `count` ≤ size() symbols; before anything is put in front.
  void drop_first(std::size_t count);

  // Puts the last symbols before the block in front of it. Once a block, which it may widen.
  void put_before(const Symbols& symbols);

  // The last `count` symbols of block and front, or all. Symbols beyond ASCII make it wide.
  Symbols last(std::size_t count) const;

  std::size_t size() const { return size_; }      // of the block
  std::size_t before() const { return before_; }  // in front of it

  // Calls body(span) with the symbols, front and block, in their own type.
  template <class Body>
  auto with_span(Body body) const {
    const std::size_t begin = front_ - before_, count = before_ + size_;
    if (is_wide_) return body(std::span<const char32_t>(wide_).subspan(begin, count));
    return body(std::span<const std::uint8_t>(narrow_).subspan(begin, count));
  }

  // Front and block; good until the next block.
  SymbolSpan symbols() const {
    return with_span([](auto span) -> SymbolSpan { return span; });
  }

 private:
  friend class BlockSink;
  void clear();
  void widen();
  // Makes room for `count` more symbols in the shape in use.
  void grow(std::size_t count);

  std::size_t front_;  // where the block begins
  std::size_t before_ = 0;
  std::size_t size_ = 0;
  bool is_wide_ = false;
  Bytes narrow_;  // longer than what is in it, as is the other, so that growing is rare
  CodePoints wide_;
};

}  // namespace whorl::internal::tokens
