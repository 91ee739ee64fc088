#include "tokens/word_weights.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"
#include "tokens/fold_table.h"
#include "tokens/symbol.h"
#include "tokens/weight.h"

namespace whorl::internal::tokens {
namespace {

struct Block {
  char32_t first, last;
};

// Blocks with characters of scripts without spaces that weigh less than a word.
constexpr Block kBlocks[] = {{0x0E00, 0x0EFF},     // Thai, Lao
                             {0x1000, 0x109F},     // Myanmar
                             {0x1780, 0x19FF},     // Khmer
                             {0x3000, 0x31FF},     // kana
                             {0xA9E0, 0xAA7F},     // Myanmar
                             {0x1AFF0, 0x1B16F}};  // kana

// The symbols of these characters in a hash table. A symbol is random, so its low bits are its
// slot; if that is used, the next free slot.
class LightSymbols {
 public:
  LightSymbols() {
    for (const Block& block : kBlocks) {
      for (char32_t c = block.first; c <= block.last; ++c) {
        if (FoldTable::class_of(c) == CharClass::unspaced && tokens::weight_of(c) < kWordWeight) {
          std::string spelling;
          base::append_utf8(c, spelling);
          const std::uint32_t symbol = symbol_of(spelling);
          slots_[slot_of(symbol)] = {symbol, static_cast<std::uint8_t>(tokens::weight_of(c))};
        }
      }
    }
  }

  std::uint8_t weight_of(std::uint32_t symbol) const {
    const Slot& slot = slots_[slot_of(symbol)];
    return slot.weight == 0 ? kWordWeight : slot.weight;
  }

 private:
  static constexpr std::uint32_t kSlots = 8192;  // about ten times the number of characters

  struct Slot {
    std::uint32_t symbol = 0;
    std::uint8_t weight = 0;  // 0: free
  };

  // The slot of the symbol, or the free one for it.
  std::uint32_t slot_of(std::uint32_t symbol) const {
    std::uint32_t at = symbol % kSlots;
    while (slots_[at].weight != 0 && slots_[at].symbol != symbol) at = (at + 1) % kSlots;
    return at;
  }

  std::array<Slot, kSlots> slots_;
};

}  // namespace

std::vector<std::uint8_t> weights_of_words(std::span<const std::uint32_t> symbols) {
  static const LightSymbols light;
  std::vector<std::uint8_t> weights(symbols.size());
  std::ranges::transform(symbols, weights.begin(),
                         [](std::uint32_t symbol) { return light.weight_of(symbol); });
  return weights;
}

}  // namespace whorl::internal::tokens
