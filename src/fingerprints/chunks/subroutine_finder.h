// Finds the outermost functions of a program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fingerprints/chunks/chunk_table.h"

namespace whorl::internal::chunks {

// True if functions can be found in code of this language (a name or an alias).
bool has_subroutines(std::string_view language);

// Those languages, for messages.
std::string languages_with_subroutines();

// The outermost functions with their headers, in order. `paragraph` has the paragraph number of
// each token: a header does not extend over a blank line. For broken code the result may be any; a
// function that does not end extends to the end of the text. O(text).
std::vector<TokenRange> find_subroutines(const TokenText& text,
                                         std::span<const std::uint32_t> paragraph);

}  // namespace whorl::internal::chunks
