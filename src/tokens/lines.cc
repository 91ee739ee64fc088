#include "tokens/lines.h"

#include <algorithm>

#include "tokens/find_bytes.h"

namespace whorl::internal::tokens {

Lines::Lines(std::string_view text) : size_(text.size()) {
  for (std::size_t at = 0; at < text.size();) {
    begins_.push_back(static_cast<std::uint32_t>(at));
    at = find_either(text, at, '\r', '\n') + 1;
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

}  // namespace whorl::internal::tokens
