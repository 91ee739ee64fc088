// Lines: maps byte offsets to line numbers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "whorl/document.h"

namespace whorl::internal::tokens {

// A line ends after "\n", "\r\n" or a lone "\r". Text after the last line end is a line
// too; the empty text has none.
class Lines {
 public:
  // O(text). Text under 4 GiB, which the readers ensure.
  explicit Lines(std::string_view text);

  std::uint32_t count() const { return static_cast<std::uint32_t>(begins_.size()); }

  // The line, from 1, that contains the byte at `offset`; the last line for offsets at or after the
  // end, 1 in the empty text. O(log lines).
  std::uint32_t line_of(std::uint64_t offset) const;

  // The bytes of a line including its line end; 1 ≤ line ≤ count().
  ByteRange range(std::uint32_t line) const;

 private:
  std::vector<std::uint32_t> begins_;
  std::uint64_t size_;
};

}  // namespace whorl::internal::tokens
