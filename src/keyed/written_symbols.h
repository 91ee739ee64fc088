// WrittenSymbols: the k-grams of a text as the bytes that are hashed.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/utf8.h"
#include "canon/canon.h"

namespace whorl::internal::keyed {

// Letters in UTF-8, bytes as they are, words and tokens as four bytes each, little-endian: the same
// bytes that fingerprints without a key are of (docs/methods.md, "K-grams and their hashes"). The
// symbols live longer.
class WrittenSymbols {
 public:
  explicit WrittenSymbols(const canon::SymbolSpan& symbols) {
    std::visit([&](auto span) { take(span); }, symbols);
  }

  std::size_t size() const { return size_; }

  // The bytes of symbols [first, first + count).
  std::span<const std::uint8_t> bytes(std::size_t first, std::size_t count) const {
    if (ends_.empty()) return bytes_.subspan(first * width_, count * width_);
    const std::size_t begin = first == 0 ? 0 : ends_[first - 1];
    const std::size_t end = count == 0 ? begin : ends_[first + count - 1];
    return bytes_.subspan(begin, end - begin);
  }

 private:
  void take(std::span<const std::uint8_t> symbols) {
    bytes_ = symbols;
    size_ = symbols.size();
  }

  void take(std::span<const std::uint32_t> symbols) {
    static_assert(std::endian::native == std::endian::little);
    bytes_ = {reinterpret_cast<const std::uint8_t*>(symbols.data()), symbols.size_bytes()};
    width_ = sizeof(std::uint32_t);
    size_ = symbols.size();
  }

  void take(std::span<const char32_t> symbols) {
    for (const char32_t c : symbols) {
      base::append_utf8(c, text_);
      ends_.push_back(text_.size());
    }
    bytes_ = {reinterpret_cast<const std::uint8_t*>(text_.data()), text_.size()};
    size_ = symbols.size();
  }

  std::string text_;               // of letters of one to four bytes
  std::vector<std::size_t> ends_;  // where each of these ends
  std::span<const std::uint8_t> bytes_;
  std::size_t width_ = 1;  // bytes a symbol, where all have as many
  std::size_t size_ = 0;
};

}  // namespace whorl::internal::keyed
