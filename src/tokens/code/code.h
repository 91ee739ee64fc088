// The tokenizer `code:LANGUAGE`: source text as the tokens of its language. With
// `code:LANGUAGE:strong`, statements with the same effect have the same tokens (statement_form.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "input/charset/viewable.h"
#include "tokens/canon.h"
#include "whorl/result.h"

namespace whorl::internal::tokens::code {

// Part of a recipe's id: any change of a table or of the lexer that changes symbols needs a new
// version.
inline constexpr std::uint32_t kCodeVersion = 3;
// The same for the strong normal form, whose symbols also change when those of `code` do.
inline constexpr std::uint32_t kStrongVersion = 3;

// An argument of the tokenizer: a language, and if ":strong" follows it.
struct CodeArgument {
  std::string_view language;
  bool strong = false;
};
CodeArgument code_argument(std::string_view argument);

// True if `language` has a strong normal form.
bool has_strong_form(std::string_view language);

// The argument for `language` in its strong normal form; empty if it has none.
std::string strong_form(std::string_view language);

// The symbols of `document` read by `argument`, which check_code accepted. A keyword or operator is
// its spelling, an identifier or literal its class. Comments, layout and the table's noise give no
// symbols. Any bytes are accepted: an unclosed string of one line ends with its line; a piece that
// is still open at the end of the text is read as code, with a notice. Linear time.
Canon canonicalize_code(const input::Viewable& document, std::string_view argument);

// Fails if the language is no name or alias of a table, or has no strong normal form although one
// is requested. The message lists the valid ones.
Result<void> check_code(std::string_view argument);

std::uint32_t code_version(std::string_view argument);

// The family in which equal tokens have the same meaning: "c-family" for c and cpp, and
// "c-family:strong" for the strong normal form of both.
std::string_view code_comparison_class(std::string_view argument);

// Names of all languages, in order of the tables; and of those that have a strong normal form.
std::vector<std::string_view> code_languages();
std::vector<std::string_view> strong_languages();

// One token a line: class, spelling, line:column, separated by tabs; line ends in spellings as \n.
// For golden tests and for debugging.
std::string dump_tokens(std::string_view argument, std::string_view text);

}  // namespace whorl::internal::tokens::code
