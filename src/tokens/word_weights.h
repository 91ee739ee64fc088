// The weights of words, given their symbols in the tokenizer `words`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::tokens {

// The weight of each word: kWordWeight for spaced words and Han; for characters of kana, Thai, Lao,
// Khmer and Myanmar the weight of tokens/weight.h. If the symbol of another word collides with one
// of these, that word has the same weight in every document. The first call takes 1 ms.
std::vector<std::uint8_t> weights_of_words(std::span<const std::uint32_t> symbols);

}  // namespace whorl::internal::tokens
