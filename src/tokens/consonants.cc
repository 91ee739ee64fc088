#include "tokens/consonants.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "tokens/text_sink.h"
#include "tokens/text_walk.h"

namespace whorl::internal::tokens {
namespace {

// Letters that fold to themselves and are Latin letters with marks are below this.
constexpr char32_t kTableSize = 0x2000;
using ConsonantTable = std::array<char, kTableSize>;

// The consonant of `c` without its marks; 0 if it is none.
char without_marks(char32_t c, const icu::Normalizer2* decomposer) {
  icu::UnicodeString decomposed;
  char32_t letter = c;
  if (decomposer != nullptr && decomposer->getDecomposition(static_cast<UChar32>(c), decomposed)) {
    letter = static_cast<char32_t>(decomposed.char32At(0));
  }
  if (letter > 0x7F) return '\0';
  const char text[] = {static_cast<char>(letter)};
  std::array<std::uint8_t, 1 + kernels::kAsciiBlock> symbols;
  std::uint64_t keep;
  const auto run = kernels::consonants_of_ascii(text, symbols.data(), &keep);
  return run.kept == 1 ? static_cast<char>(symbols[0]) : '\0';
}

ConsonantTable make_table() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* decomposer = icu::Normalizer2::getNFDInstance(status);
  ConsonantTable table;
  for (char32_t c = 0; c < kTableSize; ++c) {
    table[c] = without_marks(c, U_SUCCESS(status) ? decomposer : nullptr);
  }
  return table;
}

}  // namespace

char32_t consonant_of(char32_t folded) {
  static const ConsonantTable kTable = make_table();
  return folded < kTableSize ? static_cast<char32_t>(kTable[folded]) : 0;
}

Canon all_consonants(std::string_view text) {
  TextSink all(text.size(), kernels::consonants_of_ascii);
  ConsonantSink sink(all);
  walk_text(text, sink);
  return std::move(all).take();
}

Canon consonants_canon(std::string_view text) {
  Canon canon = all_consonants(text);
  const std::size_t prologue = prologue_of(canon.size());
  auto& symbols = std::get<Bytes>(canon.symbols);
  symbols.erase(symbols.begin(), symbols.begin() + static_cast<std::ptrdiff_t>(prologue));
  canon.origin = std::move(canon.origin).without_first(prologue);
  return canon;
}

}  // namespace whorl::internal::tokens
