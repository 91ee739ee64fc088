// Any bytes as text, as consonants and as words: symbols agree with folding in one piece, origins
// stay inside.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tokens/consonants.h"
#include "tokens/fold.h"
#include "tokens/text.h"
#include "tokens/weight.h"
#include "tokens/words.h"

namespace whorl::internal::tokens {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// What counts of a text without its ASCII kernel: the characters and the consonants.
struct PlainSink {
  std::u32string characters;
  std::u32string consonants;
  void operator()(char32_t c, CharClass char_class, std::size_t, std::size_t) {
    if (const char32_t consonant = consonant_of(c)) consonants.push_back(consonant);
    if (char_class <= CharClass::unspaced) characters.push_back(c);
  }
};

PlainSink folded(std::string_view text, const FoldTable& table) {
  PlainSink plain;
  fold_pieces(text, 0, text.size(), plain, table);
  return plain;
}

std::u32string parts_of(const std::u32string& characters) {
  std::u32string parts;
  for (const char32_t c : characters) {
    for (std::uint32_t part = 0; part < weight_of(c); ++part) parts.push_back(part_of(c, part));
  }
  return parts;
}

std::u32string spelled(const Canon& canon) {
  return std::visit([](const auto& s) { return std::u32string(s.begin(), s.end()); },
                    canon.symbols);
}

std::u32string without_prologue(const std::u32string& consonants) {
  const bool is_long = consonants.size() >= 2 * kPrologue;
  return consonants.substr(is_long ? kPrologue : 0);
}

void check_origin(const Canon& canon, std::size_t bytes) {
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < canon.size(); ++i) {
    const ByteRange range = canon.origin.bytes(i, i + 1);
    require(range.begin >= begin && range.begin < range.end && range.end <= bytes);
    begin = range.begin;
  }
}

}  // namespace
}  // namespace whorl::internal::tokens

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl::internal::tokens;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Variants variants : {Variants::merged, Variants::kept}) {
    const Canon canon = text_canon(text, variants);
    require(spelled(canon) == parts_of(folded(text, fold_table(variants)).characters));
    check_origin(canon, size);
  }
  const Canon consonants = consonants_canon(text);
  require(spelled(consonants) == without_prologue(folded(text, FoldTable::instance()).consonants));
  check_origin(consonants, size);
  check_origin(words_canon(text, WordRule::letters), size);
  check_origin(words_canon(text, WordRule::spaces), size);
  return 0;
}
