#include "canon/lines.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace whorl {
namespace {

static_assert(std::endian::native == std::endian::little);

// The high bit of every byte of `word` that is 0, and maybe of some after the first such.
std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - 0x0101010101010101u) & ~word & 0x8080808080808080u;
}

// Where the next '\n' or '\r' at or after `at` stands, or the end of the text.
std::size_t find_line_end(std::string_view text, std::size_t at) {
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    const std::uint64_t ends =
        zero_bytes(word ^ 0x0A0A0A0A0A0A0A0Au) | zero_bytes(word ^ 0x0D0D0D0D0D0D0D0Du);
    if (ends != 0) return at + static_cast<std::size_t>(std::countr_zero(ends)) / 8;
  }
  while (at < text.size() && text[at] != '\n' && text[at] != '\r') ++at;
  return at;
}

}  // namespace

Lines::Lines(std::string_view text) : size_(text.size()) {
  for (std::size_t at = 0; at < text.size();) {
    begins_.push_back(static_cast<std::uint32_t>(at));
    at = find_line_end(text, at) + 1;
    if (at < text.size() && text[at - 1] == '\r' && text[at] == '\n') ++at;
  }
}

std::uint32_t Lines::line_of(std::uint64_t offset) const {
  const auto next = std::upper_bound(begins_.begin(), begins_.end(), offset);
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(next - begins_.begin()));
}

ByteRange Lines::range(std::uint32_t line) const {
  return {begins_[line - 1], line < count() ? begins_[line] : size_};
}

}  // namespace whorl
