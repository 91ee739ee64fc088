// Any bytes as text, as consonants and as words: symbols agree with folding in one piece, origins
// stay inside.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "canon/consonants.h"
#include "canon/fold.h"
#include "canon/text.h"
#include "canon/words.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// The symbols of `text` without its ASCII kernel.
struct PlainSink {
  std::u32string symbols;
  std::u32string consonants;
  void operator()(char32_t c, whorl::internal::canon::CharClass char_class, std::size_t,
                  std::size_t) {
    if (const char32_t consonant = whorl::internal::canon::consonant_of(c))
      consonants.push_back(consonant);
    if (char_class <= whorl::internal::canon::CharClass::unspaced) symbols.push_back(c);
  }
};

std::u32string spelled(const whorl::internal::canon::Canon& canon) {
  return std::visit([](const auto& s) { return std::u32string(s.begin(), s.end()); },
                    canon.symbols);
}

std::u32string without_prologue(const std::u32string& consonants) {
  const bool is_long = consonants.size() >= 2 * whorl::internal::canon::kPrologue;
  return consonants.substr(is_long ? whorl::internal::canon::kPrologue : 0);
}

void check_origin(const whorl::internal::canon::Canon& canon, std::size_t bytes) {
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < canon.size(); ++i) {
    const whorl::ByteRange range = canon.origin.bytes(i, i + 1);
    require(range.begin >= begin && range.begin < range.end && range.end <= bytes);
    begin = range.begin;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const whorl::internal::canon::Canon canon = whorl::internal::canon::text_canon(text);
  PlainSink plain;
  whorl::internal::canon::fold_pieces(text, 0, text.size(), plain);
  require(spelled(canon) == plain.symbols);
  check_origin(canon, size);
  const whorl::internal::canon::Canon consonants = whorl::internal::canon::consonants_canon(text);
  require(spelled(consonants) == without_prologue(plain.consonants));
  check_origin(consonants, size);
  check_origin(whorl::internal::canon::words_canon(text, whorl::internal::canon::WordRule::letters),
               size);
  check_origin(whorl::internal::canon::words_canon(text, whorl::internal::canon::WordRule::spaces),
               size);
  return 0;
}
