// Here documents: their openers, and the lines that close them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "tokens/code/compiled_language.h"

namespace whorl::internal::tokens::code {

struct Heredoc {
  const Delimited* row = nullptr;
  std::string_view tag = {};  // empty: an empty line closes it
  std::size_t begin = 0;      // of the opener
  std::size_t end = 0;        // of the opener; 0 if there is none
  bool indented = false;      // blanks may be before the closing tag
};

// The opener at `at`, where `row.open` is.
Heredoc heredoc_opener(const Delimited& row, std::string_view text, std::size_t at,
                       const CompiledLanguage& language);

struct HeredocBody {
  std::size_t end = 0;    // of the text
  std::size_t after = 0;  // the closing tag
};

// Finds lines that may close a here document. Searches line by line. Once searches have read more
// than the text, because many documents are not closed, an index of all lines answers.
class HeredocLines {
 public:
  HeredocLines(std::string_view text, const CompiledLanguage& language)
      : text_(text), language_(language) {}

  // True if a line after the one of `from` closes `opener`. Linear in the text for all calls
  // together.
  bool closes(const Heredoc& opener, std::size_t from);
  // The body that begins at `line`, the beginning of a line. Call it only if `closes` was true for
  // an earlier offset. If no line from `line` on closes it, `after` is `line`.
  HeredocBody body(const Heredoc& opener, std::size_t line) const {
    return find(opener, line).value_or(HeredocBody{line, line});
  }

 private:
  // The first body from `line` on; nothing if no line closes it.
  std::optional<HeredocBody> find(const Heredoc& opener, std::size_t line) const;
  bool closes_by_index(const Heredoc& opener, std::size_t from);

  // The last lines, as offsets plus one, that consist of the key.
  struct Last {
    std::uint32_t at_margin = 0;
    std::uint32_t anywhere = 0;
  };
  void build(bool tail);
  std::string_view key_of(std::size_t begin, std::size_t end, bool tail) const;

  std::string_view text_;
  const CompiledLanguage& language_;
  std::size_t searched_ = 0;  // bytes that searches have read
  bool built_ = false;
  std::unordered_map<std::string_view, Last> last_;
};

}  // namespace whorl::internal::tokens::code
