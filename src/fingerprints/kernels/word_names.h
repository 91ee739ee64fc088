// Symbols of many short words at once: the low halves of their XXH3-64 (tokens/symbol.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace whorl::internal::kernels {

inline constexpr std::size_t kShortWord = 8;  // bytes; the minimum is 1

// For each word its first eight bytes, the first one lowest, and the length of the word. Bytes
// after the word do not count.
struct ShortWords {
  const std::uint64_t* bytes;
  const std::uint64_t* sizes;
  std::size_t count;
};

// Writes words.count symbols. O(count) without a branch a word.
void name_words(const ShortWords& words, std::uint32_t* names);

// The same word by word: the plain twin.
void name_words_plain(const ShortWords& words, std::uint32_t* names);

}  // namespace whorl::internal::kernels
