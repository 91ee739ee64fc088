// Layouts: how the names of files say whose work they are.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/result.h"

namespace whorl::internal::compare::submissions {

// What the placeholders of a layout stood for in one name; empty where it has none.
struct LayoutMatch {
  std::string submission;  // all values but {file}, in order of the layout, joined by '/'
  std::string group;
  std::string student;
  std::string attempt;
  std::string assignment;
};

// A layout such as "{student}/{attempt}/**" or "{assignment}/{student}_*_{file}":
//   {group} {student} {attempt} {assignment}   one or more characters but '/'
//   {file}                                     one or more characters, not part of the identity
//   *   any characters but '/'                 **  any characters
//   other characters stand for themselves.
// Placeholders and stars take as few characters as they can. A layout that ends before a name
// does fits when the name goes on with '/': "{student}" is "{student}/**".
class Layout {
 public:
  // Errors name what is wrong: an unknown or repeated placeholder, a '{' that is not closed, no
  // placeholder that tells submissions apart.
  static Result<Layout> parse(std::string_view text);

  // Nothing when the name does not fit. O(|layout| × |name|).
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
