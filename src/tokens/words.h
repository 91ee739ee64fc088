// The front end `words`: one symbol a word.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/go_on.h"
#include "tokens/canon.h"

namespace whorl::internal::tokens {

enum class WordRule {
  letters,  // a word is a maximal run of letters, marks and digits
  spaces,  // punctuation is deleted first, then split at white space; case stays (Finkel 2002 §2.1)
};

// The rule that the argument of the front end names: "se", or none.
WordRule word_rule(std::string_view argument);

// Words of the folded text (NFKC_Casefold; NFKC by the rule `spaces`), each named by symbol_of()
// its UTF-8. Scripts written without spaces (Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar)
// give one symbol a code point. O(text).
Canon words_canon(std::string_view text, WordRule rule);

// Whether a text has characters of scripts without spaces as words (tokens/weight.h). `spaced`:
// none. `equal`: only Han, which weighs as much as a word. `mixed`: some weigh less.
enum class WordWeights { spaced, equal, mixed };

// The same symbols without the way back, in memory that texts reuse. Asks `watch`, which may be
// null, once in a megabyte of text. If it does not go on, symbols are missing.
WordWeights words_symbols(std::string_view text, WordRule rule, Tokens& words,
                          const base::Cancellation* watch = nullptr);

// What tells words apart where 32 bits are too few: of one of up to seven bytes these bytes, so
// that no two have the same, of a longer one 63 bits of XXH3-64 under a seed that its author cannot
// know.
struct WordHashes {
  std::uint64_t seed = 0;
  std::vector<std::uint64_t> list;
};

// The same, and the hashes of the words.
void words_symbols(std::string_view text, WordRule rule, Tokens& words, WordHashes& hashes);

}  // namespace whorl::internal::tokens
