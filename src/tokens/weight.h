// Weight: the number of symbols for one character in the tokenizer `text`. The tokenizer `words`
// uses the same weights for scripts without spaces, where each character is a word.
//
// A syllable of Hangul or a Han character carries more information than a letter. So that k and t
// mean about the same amount of text in every script, a character of weight m is m symbols: its
// parts 0 to m - 1. Two texts that share characters of weight t share t symbols, so the guarantee
// of winnowing still applies.
#pragma once

#include <cstdint>

namespace whorl::internal::tokens {

struct HeavyBlock {
  char32_t first, last;
  std::uint32_t weight;
};

// Han 4, hiragana and syllables of Hangul 2, all others 1 (docs/quality.md, "Scripts"). Blocks do
// not depend on the version of Unicode.
inline constexpr HeavyBlock kHeavyBlocks[] = {
    {0x2E80, 0x2FDF, 4},   {0x3005, 0x3005, 4},   {0x3007, 0x3007, 4},   {0x3021, 0x3029, 4},
    {0x3038, 0x303B, 4},   {0x3041, 0x3096, 2},   {0x309D, 0x309F, 2},   {0x3400, 0x4DBF, 4},
    {0x4E00, 0x9FFF, 4},   {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 4},   {0x16FE2, 0x16FE3, 4},
    {0x16FF0, 0x16FF1, 4}, {0x1B001, 0x1B11F, 2}, {0x1B132, 0x1B152, 2}, {0x20000, 0x3FFFF, 4},
};

// The weight of a folded character.
constexpr std::uint32_t weight_of(char32_t c) {
  if (c < kHeavyBlocks[0].first) return 1;
  for (const HeavyBlock& block : kHeavyBlocks) {
    if (c <= block.last) return c >= block.first ? block.weight : 1;
  }
  return 1;
}

// The weight of a word with spaces around it: that of a Han character.
inline constexpr std::uint32_t kWordWeight = 4;

// Every character of a weight over 1 is below this.
inline constexpr char32_t kPlanes = 0x40000;

// Part `part` < weight_of(c) of a character. Part 0 is the character; the others are code points of
// planes without letters. So symbols stay code points, and different parts are different symbols.
constexpr char32_t part_of(char32_t c, std::uint32_t part) { return c + part * kPlanes; }

// The character of a symbol of `text`.
constexpr char32_t character_of(char32_t symbol) { return symbol % kPlanes; }

}  // namespace whorl::internal::tokens
