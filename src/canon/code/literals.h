// Literals: where comments, strings and characters end.
#pragma once

#include <cstddef>
#include <string_view>

#include "canon/code/compiled_language.h"

namespace whorl::internal::canon::code {

inline constexpr std::size_t kNoMatch = static_cast<std::size_t>(-1);

// The end of the piece that begins at `at`, where `d.open` stands; kNoMatch when what follows
// makes it something else. An unclosed piece ends at its line's end, or at the end of the text
// if it may span lines. Reads at most what it consumes, and O(1) bytes when it does not match.
// Every form but `heredoc`.
std::size_t piece_end(const Delimited& d, std::string_view text, std::size_t at,
                      const CompiledLanguage& language);

// The opener of a here document; its body is elsewhere.
struct Heredoc {
  std::size_t end = kNoMatch;  // of the opener
  std::string_view tag;
};
Heredoc heredoc_opener(const Delimited& d, std::string_view text, std::size_t at,
                       const CompiledLanguage& language);

// The end of the body that begins at `line`, a line's begin: after the line that is the tag.
std::size_t heredoc_body_end(std::string_view text, std::size_t line, std::string_view tag,
                             const CompiledLanguage& language);

}  // namespace whorl::internal::canon::code
