// The front end `consonants`: what a text keeps when it is converted badly (Heintze 1996).
#pragma once

#include <cstddef>
#include <string_view>

#include "canon/canon.h"

namespace whorl {

// Symbols at the beginning of a text that do not count: title, authors, addresses, thanks.
inline constexpr std::size_t kPrologue = 1000;

// The Latin consonants of `text`, y among them, in lower case, as Bytes. Folds by
// NFKC_Casefold first; a letter with marks counts as the letter. All else is dropped, and so
// are the first kPrologue symbols where at least as many remain. O(text); ASCII runs at the
// speed of its kernel.
Canon consonants_canon(std::string_view text);

// What a folded character counts as: a consonant a–z, or 0 for nothing. O(1).
char32_t consonant_of(char32_t folded);

}  // namespace whorl
