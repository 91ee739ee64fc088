// Symbols of one block of a text that arrives in blocks, after the last symbols of the previous
// block. Blocks reuse the memory; a short text is one block. The origin is not kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tokens/canon.h"

namespace whorl::internal::tokens {

class BlockSymbols {
 public:
  // Up to `before` symbols may be in front of a block.
  explicit BlockSymbols(std::size_t before) : front_(before) {}

  // Takes the bytes unchanged.
  void take_bytes(std::string_view bytes);
  // Takes the symbols that text_canon() gives for `text`, which begins and ends at pieces of
  // folding.
  void take_text(std::string_view text);
  // The same for all consonants, including those of a prologue.
  void take_consonants(std::string_view text);
  // Removes the first `count` ≤ size() symbols. Call it before anything is put in front.
  void drop_first(std::size_t count);

  // Puts the last symbols before the block in front of it. May make the block wide. Call it once a
  // block.
  void put_before(const Symbols& symbols);

  // The last `count` symbols of block and front, or all. They are wide if any is beyond ASCII.
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

  // Front and block; valid until the next block.
  SymbolSpan symbols() const {
    return with_span([](auto span) -> SymbolSpan { return span; });
  }

 private:
  friend class BlockSink;
  void clear();
  void widen();
  // Reserves memory for `count` more symbols of the current shape.
  void grow(std::size_t count);

  std::size_t front_;  // where the block begins
  std::size_t before_ = 0;
  std::size_t size_ = 0;
  bool is_wide_ = false;
  Bytes narrow_;  // longer than its contents, like wide_, so that growing is rare
  CodePoints wide_;
};

}  // namespace whorl::internal::tokens
