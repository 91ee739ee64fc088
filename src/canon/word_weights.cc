#include "canon/word_weights.h"

#include <string>
#include <unordered_map>

#include "base/utf8.h"
#include "canon/fold_table.h"
#include "canon/symbol.h"
#include "canon/weight.h"

namespace whorl::internal::canon {
namespace {

struct Block {
  char32_t first, last;
};

// Where characters are that are written without spaces, and weigh less than a word.
constexpr Block kBlocks[] = {{0x0E00, 0x0EFF},     // Thai, Lao
                             {0x1000, 0x109F},     // Myanmar
                             {0x1780, 0x19FF},     // Khmer
                             {0x3000, 0x31FF},     // kana
                             {0xA9E0, 0xAA7F},     // Myanmar
                             {0x1AFF0, 0x1B16F}};  // kana

using Weights = std::unordered_map<std::uint32_t, std::uint32_t>;

Weights weights_of_characters() {
  Weights weights;
  for (const Block& block : kBlocks) {
    for (char32_t c = block.first; c <= block.last; ++c) {
      if (FoldTable::class_of(c) != CharClass::unspaced || weight_of(c) >= kWordWeight) continue;
      std::string spelling;
      base::append_utf8(c, spelling);
      weights.emplace(symbol_of(spelling), weight_of(c));
    }
  }
  return weights;
}

}  // namespace

std::uint32_t weight_of_word(std::uint32_t symbol) {
  static const Weights weights = weights_of_characters();
  const auto found = weights.find(symbol);
  return found == weights.end() ? kWordWeight : found->second;
}

}  // namespace whorl::internal::canon
