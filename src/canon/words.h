// The front end `words`: one symbol a word.
#pragma once

#include <string_view>

#include "canon/canon.h"

namespace whorl::internal::canon {

enum class WordRule {
  letters,  // a word is a maximal run of letters, marks and digits
  spaces,  // punctuation is deleted first, then split at white space; case stays (Finkel 2002 §2.1)
};

// Words of the folded text (NFKC_Casefold; NFKC by the rule `spaces`), each named by symbol_of()
// its UTF-8. Scripts written without spaces (Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar)
// give one symbol a code point. O(text).
Canon words_canon(std::string_view text, WordRule rule);

// The same symbols without the way back, in memory that texts reuse.
void words_symbols(std::string_view text, WordRule rule, Tokens& words);

}  // namespace whorl::internal::canon
