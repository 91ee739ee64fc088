// The front end `code:<language>`: source text as the tokens of its language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canon/canon.h"
#include "read/viewable.h"
#include "whorl/result.h"

namespace whorl::internal::canon::code {

// Part of a recipe's id: any change of a table or of the lexer that changes symbols is a new one.
inline constexpr std::uint32_t kCodeVersion = 1;

// The symbols of `document` read as `language`, which check_code accepted. A keyword or operator
// gives its spelling, an identifier or literal its class. Comments, layout and what the table
// calls noise give none. Any bytes are lexed: an unclosed string ends with its line, an unclosed
// comment with the text. Linear time.
Canon canonicalize_code(const read::Viewable& document, std::string_view language);

// Error when `language` is no name or alias of a table; the message lists them.
Result<void> check_code(std::string_view language);

// The family within which token streams mean the same: "c-family" for c and cpp.
std::string_view code_comparison_class(std::string_view language);

// Names of all languages, in order of the tables.
std::vector<std::string_view> code_languages();

// One token a line: class, spelling, line:column, separated by tabs; line ends in spellings as
// \n. For golden tests and for people.
std::string dump_tokens(std::string_view language, std::string_view text);

}  // namespace whorl::internal::canon::code
