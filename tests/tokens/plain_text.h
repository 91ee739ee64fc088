// The plain twin of the tokenizers text and words: ICU on the whole text, nothing else.
#pragma once

#include <unicode/normalizer2.h>
#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tokens/canon.h"

namespace whorl::internal::tokens {

inline std::u32string code_points(const icu::UnicodeString& text) {
  std::u32string result;
  for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    result.push_back(static_cast<char32_t>(text.char32At(i)));
  }
  return result;
}

inline std::u32string plain_fold(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const auto folded = icu::Normalizer2::getNFKCCasefoldInstance(status)->normalize(
      icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())}), status);
  return code_points(folded);
}

inline bool plain_kept(char32_t c) {
  return (U_MASK(u_charType(static_cast<UChar32>(c))) &
          (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) != 0;
}

// Uses ICU's scripts, while the tokenizer uses blocks.
inline std::uint32_t plain_weight(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(static_cast<UChar32>(c), &status)) {
    case USCRIPT_HAN:
      return 4;
    case USCRIPT_HIRAGANA:
      return 2;
    case USCRIPT_HANGUL:
      return c >= 0xAC00 && c <= 0xD7A3 ? 2 : 1;  // a syllable, or a part of one
    default:
      return 1;
  }
}

// The whole text at once, so that ICU may look at the neighbours of a character.
inline std::u32string plain_simplified(const std::u32string& text) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::Transliterator> forms(
      icu::Transliterator::createInstance("Hant-Hans", UTRANS_FORWARD, status));
  auto form = icu::UnicodeString::fromUTF32(reinterpret_cast<const UChar32*>(text.data()),
                                            static_cast<std::int32_t>(text.size()));
  forms->transliterate(form);
  return code_points(form);
}

inline std::u32string plain_text(std::string_view text) {
  std::u32string kept;
  for (const char32_t c : plain_simplified(plain_fold(text))) {
    if (!plain_kept(c)) continue;
    for (std::uint32_t part = 0; part < plain_weight(c); ++part) kept.push_back(c + part * 0x40000);
  }
  return kept;
}

// The source text of a symbol.
inline std::string source(std::string_view text, const Canon& canon, std::size_t symbol) {
  const ByteRange range = canon.origin.bytes(symbol, symbol + 1);
  return std::string(text.substr(range.begin, range.end - range.begin));
}

// The symbols of a normalized text, widened.
inline std::u32string spelled(const Canon& canon) {
  return std::visit([](const auto& s) { return std::u32string(s.begin(), s.end()); },
                    canon.symbols);
}

}  // namespace whorl::internal::tokens
