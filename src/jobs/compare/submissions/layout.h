// Layouts: how the names of files show whose work they are.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/result.h"

namespace whorl::internal::compare::submissions {

// The values of a layout's placeholders in one name; empty if it does not have one.
struct LayoutMatch {
  std::string submission;  // all values except {file}, in order of the layout, joined by '/'
  std::string group;
  std::string student;
  std::string attempt;
  std::string assignment;
};

// A layout such as "{student}/{attempt}/**" or "{assignment}/{student}_*_{file}":
//
//   {group} {student} {attempt} {assignment}   one or more characters but '/'
//   {file}                                     one or more characters, not part of the identity
//   *   any characters but '/'                 **  any characters
//
// Other characters match themselves. Placeholders and stars match as few characters as possible. A
// layout that ends before a name also matches if the name continues with '/': "{student}" is
// "{student}/**".
class Layout {
 public:
  // Errors: an unknown or repeated placeholder, a '{' that is not closed, or no placeholder that
  // distinguishes submissions.
  static Result<Layout> parse(std::string_view text);

  // Nothing if the name does not match. O(|layout| × |name|).
  std::optional<LayoutMatch> match(std::string_view name) const;

 private:
  enum class Kind : std::uint8_t { literal, star, deep_star, field, file };
  struct Token {
    Kind kind;
    char literal = 0;
    std::size_t field = 0;  // index into kFields
  };
  struct Search;

  std::vector<Token> tokens_;
};

}  // namespace whorl::internal::compare::submissions
