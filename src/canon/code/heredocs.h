// Here documents: their openers, and the lines that close them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "canon/code/compiled_language.h"

namespace whorl::internal::canon::code {

struct Heredoc {
  const Delimited* row = nullptr;
  std::string_view tag = {};  // empty: an empty line closes it
  std::size_t begin = 0;      // of the opener
  std::size_t end = 0;        // of the opener; 0: it is none
  bool indented = false;      // blanks may be before the closing tag
};

// The opener at `at`, where `row.open` is.
Heredoc heredoc_opener(const Delimited& row, std::string_view text, std::size_t at,
                       const CompiledLanguage& language);

struct HeredocBody {
  std::size_t end = 0;    // of the text
  std::size_t after = 0;  // the closing tag
};

// Lines that may close a here document. Built at the first question, in one pass.
class HeredocLines {
 public:
  HeredocLines(std::string_view text, const CompiledLanguage& language)
      : text_(text), language_(language) {}

  // Whether a line after `from` closes `opener`. O(1) after the first call.
  bool closes(const Heredoc& opener, std::size_t from);
  // The body that begins at `line`, a line's begin. `closes` was true for a place before it; where
  // no line from `line` on closes it, `after` is `line`.
  HeredocBody body(const Heredoc& opener, std::size_t line) const;

 private:
  // The last lines, as offsets plus one, that consist of the key.
  struct Last {
    std::uint32_t at_margin = 0;
    std::uint32_t anywhere = 0;
  };
  void build(bool tail);
  std::string_view key_of(std::size_t begin, std::size_t end, bool tail) const;

  std::string_view text_;
  const CompiledLanguage& language_;
  bool built_ = false;
  std::unordered_map<std::string_view, Last> last_;
};

}  // namespace whorl::internal::canon::code
