// The tokenizer `words`: one symbol a word.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/go_on.h"
#include "tokens/canon.h"

namespace whorl::internal::tokens {

enum class WordRule {
  letters,  // a word is a maximal run of letters, marks and digits
  spaces,   // punctuation is removed, then split at white space; keeps case (Finkel 2002 §2.1)
};

// The rule that the tokenizer's argument names: "se", or none.
WordRule word_rule(std::string_view argument);

// Words of the folded text (NFKC_Casefold; NFKC by the rule `spaces`). Each symbol is symbol_of()
// the word's UTF-8. Scripts written without spaces (Han, Hiragana, Katakana, Thai, Lao, Khmer,
// Myanmar) give one symbol a code point. O(text).
Canon words_canon(std::string_view text, WordRule rule);

// The words of scripts without spaces in a text (tokens/weight.h). `spaced`: none. `equal`: only
// Han, which weighs as much as a word. `mixed`: some weigh less.
enum class WordWeights { spaced, equal, mixed };

// The same symbols without the origin; texts reuse the memory. Asks `watch`, which may be null,
// once in a megabyte of text. If it does not go on, symbols are missing.
WordWeights words_symbols(std::string_view text, WordRule rule, Tokens& words,
                          const base::Cancellation* watch = nullptr);

// Distinguishes words if 32 bits are too few. For a word of at most seven bytes it is these bytes,
// so no two are equal. For a longer word it is 63 bits of XXH3-64 with a seed that the author of a
// text cannot know.
struct WordHashes {
  std::uint64_t seed = 0;
  std::vector<std::uint64_t> list;
};

// The same, with the hashes of the words.
void words_symbols(std::string_view text, WordRule rule, Tokens& words, WordHashes& hashes);

}  // namespace whorl::internal::tokens
