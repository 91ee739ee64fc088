// DialectMarks: which of two dialects of a language a text is written in, by marks that the
// language's table lists.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "canon/code/first_bytes.h"
#include "canon/code/language_table.h"

namespace whorl::internal::canon::code {

class DialectMarks {
 public:
  explicit DialectMarks(const Language& language);

  // Whether rows with Delimited::dialect apply to the text. Linear.
  bool are_in(std::string_view text) const;

 private:
  enum class Kind : unsigned { strong = 1, weak = 2, other = 4 };
  struct Mark {
    std::string_view spelling;
    Kind kind = Kind::strong;
    bool first_on_line = false;
    bool before_letter = false;
    std::ptrdiff_t pair = 0;  // where its two bytes of pairs_ are; the line end before it: -1
  };

  void add(std::string_view marks, Kind kind);
  void add_pair(Mark& mark);
  std::size_t next_pair(std::string_view text, std::size_t p) const;
  unsigned kinds_at(std::string_view text, std::ptrdiff_t pair) const;

  std::vector<Mark> marks_;
  FirstBytes pairs_;  // two bytes of each mark that are rare in texts
};

}  // namespace whorl::internal::canon::code
