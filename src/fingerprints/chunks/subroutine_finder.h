// Where the outermost functions of a program stand.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fingerprints/chunks/chunk_table.h"

namespace whorl::internal::chunks {

// Whether subroutines are known in code of this language (a name or an alias).
bool has_subroutines(std::string_view language);

// The languages that have them, for messages.
std::string languages_with_subroutines();

// The outermost functions with their headers, in order. `paragraph` has the number of the paragraph
// of each token: a header does not reach over a blank line. Broken code gives some answer; a
// function that does not end reaches to the end of the text. O(text).
std::vector<TokenRange> find_subroutines(const TokenText& text,
                                         std::span<const std::uint32_t> paragraph);

}  // namespace whorl::internal::chunks
