#include "canon/lines.h"

#include <algorithm>

namespace whorl {

Lines::Lines(std::string_view text) : size_(text.size()) {
  if (!text.empty()) begins_.push_back(0);
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const bool ends = text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n');
    if (ends) begins_.push_back(static_cast<std::uint32_t>(i + 1));
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
