#include "input/archives/byte_stream.h"

#include <algorithm>

#include "base/try.h"

namespace whorl::internal::input {

std::string reason_of(std::string message, const std::string& name) {
  if (message.starts_with(name + ": ")) message.erase(0, name.size() + 2);
  return message;
}

// False at the end of the stream.
Result<bool> LineReader::refill() {
  WHORL_ASSIGN_OR_RETURN(block_, stream_.next());
  return !block_.empty();
}

Result<LineReader::Line> LineReader::next() {
  pieces_.clear();
  std::uint64_t length = 0;
  bool spans_blocks = false;
  while (true) {
    if (block_.empty()) {
      WHORL_ASSIGN_OR_RETURN(auto more, refill());
      if (!more && !spans_blocks) return Line{};
      if (!more) break;
    }
    const std::size_t end = std::min(block_.find('\n'), block_.size());
    const std::string_view piece = block_.substr(0, end);
    const bool complete = end < block_.size();
    block_.remove_prefix(complete ? end + 1 : end);
    length += piece.size();
    if (complete && !spans_blocks) {
      if (length > limit_) return Line{{}, ++number_, true};
      return Line{piece, ++number_, false, block_.size() + 1};
    }
    spans_blocks = true;
    if (length <= limit_) pieces_.append(piece);
    if (complete) break;
  }
  if (length > limit_) return Line{{}, ++number_, true};
  return Line{pieces_, ++number_, false};
}

}  // namespace whorl::internal::input
