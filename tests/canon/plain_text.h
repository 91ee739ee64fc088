// The plain twin of the front ends text and words: ICU on the whole text, nothing else.
#pragma once

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <string>
#include <string_view>
#include <vector>

#include "canon/canon.h"

namespace whorl::internal::canon {

inline std::u32string plain_fold(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const auto folded = icu::Normalizer2::getNFKCCasefoldInstance(status)->normalize(
      icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())}), status);
  std::u32string result;
  for (std::int32_t i = 0; i < folded.length(); i = folded.moveIndex32(i, 1)) {
    result.push_back(static_cast<char32_t>(folded.char32At(i)));
  }
  return result;
}

inline bool plain_kept(char32_t c) {
  return (U_MASK(u_charType(static_cast<UChar32>(c))) &
          (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) != 0;
}

inline std::u32string plain_text(std::string_view text) {
  std::u32string kept;
  for (char32_t c : plain_fold(text)) {
    if (plain_kept(c)) kept.push_back(c);
  }
  return kept;
}

// What a symbol was made of.
inline std::string source(std::string_view text, const Canon& canon, std::size_t symbol) {
  const ByteRange range = canon.origin.bytes(symbol, symbol + 1);
  return std::string(text.substr(range.begin, range.end - range.begin));
}

// The symbols of a text canon, widened.
inline std::u32string spelled(const Canon& canon) {
  return std::visit([](const auto& s) { return std::u32string(s.begin(), s.end()); },
                    canon.symbols);
}

}  // namespace whorl::internal::canon
