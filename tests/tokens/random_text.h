// Random text for property tests: mostly ordinary, mixed with text that is hard to fold.
#pragma once

#include <rapidcheck.h>

#include <string>

#include "base/utf8.h"

namespace whorl::internal::tokens {

// A piece of text that is likely to cause errors: marks, jamo, ligatures, ignorables.
inline rc::Gen<std::string> any_snippet() {
  const auto spelled = [](std::initializer_list<const char*> snippets) {
    return rc::gen::elementOf(std::vector<std::string>(snippets.begin(), snippets.end()));
  };
  const auto code_point = rc::gen::map(rc::gen::inRange<std::uint32_t>(0, 0x30000), [](auto c) {
    std::string out;
    base::append_utf8(c >= 0xD800 && c < 0xE000 ? U'\uFFFD' : static_cast<char32_t>(c), out);
    return out;
  });
  return rc::gen::weightedOneOf<std::string>({
      {4, spelled({"The quick brown fox ", "x", "Z9", " ", "\n", "don't ", "a=b;", "_"})},
      {2, rc::gen::map(rc::gen::inRange(1, 150), [](int n) { return std::string(n, 'q'); })},
      {3, spelled({"é", "E\u0301", "\u0301", "\u0323", "q\u0307\u0323", "=\u0338", " \u0308"})},
      {2, spelled({"ﬁ", "ß", "İ", "Ǆ", "½", "㎏", "ﷺ", "Å", "K", "ſ", "ς", "ŉ"})},
      {2, spelled({"한국", "\u1112\u1161\u11AB", "각\u11A8", "漢字かな", "萬國", "コーヒー", "ｶﾞ",
                   "ไทย"})},
      {2,
       spelled({"\u00AD", "\u200D", "\uFE0F", "\u200B", "“quoted”", "—", "…", "👍🏽", "①", "٣"})},
      {1, code_point},
  });
}

inline rc::Gen<std::string> any_text() {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(any_snippet()),
                      [](const std::vector<std::string>& snippets) {
                        std::string text;
                        for (const auto& s : snippets) text += s;
                        return text;
                      });
}

}  // namespace whorl::internal::tokens
