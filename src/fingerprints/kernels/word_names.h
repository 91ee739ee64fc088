// Names of many short words at once: the low halves of their XXH3-64 (tokens/symbol.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace whorl::internal::kernels {

inline constexpr std::size_t kShortWord = 8;  // bytes, and no fewer than 1

// Of each word its first eight bytes, the first one lowest, and how many of them are the word: what
// stands behind these does not count.
struct ShortWords {
  const std::uint64_t* bytes;
  const std::uint64_t* sizes;
  std::size_t count;
};

// Writes words.count names. O(count) without a branch on a word.
void name_words(const ShortWords& words, std::uint32_t* names);

// The same word by word: the plain twin.
void name_words_plain(const ShortWords& words, std::uint32_t* names);

}  // namespace whorl::internal::kernels
