// Indentation: the blocks that a language marks by columns, as tokens.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "canon/code/scanner.h"

namespace whorl::internal::canon::code {

// The change of depth that a token brings when it is the first on its line: 1 for a deeper
// line, minus the number of blocks that end for a shallower one, else 0. Lines inside brackets
// have no depth. Linear in the text: each line's blanks are read once.
class Indentation {
 public:
  explicit Indentation(std::string_view text) : text_(text) {}

  int before(const Token& token, std::size_t line_begin);
  // Blocks still open at the end.
  int open() const { return static_cast<int>(columns_.size()) - 1; }

 private:
  std::uint32_t column(std::size_t begin, std::size_t end) const;
  void follow_brackets(const Token& token);

  std::string_view text_;
  std::vector<std::uint32_t> columns_ = {0};
  std::int64_t brackets_ = 0;
};

}  // namespace whorl::internal::canon::code
