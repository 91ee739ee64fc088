#include "input/archives/member_names.h"

#include <unicode/uchar.h>

#include <cstddef>
#include <limits>
#include <string_view>

#include "base/utf8.h"
#include "input/charset/charset.h"

namespace whorl::internal::input {
namespace {

constexpr const char* kJapanese = "windows-31j";                  // Shift-JIS of Windows
constexpr const char* kEuropean[] = {"ibm-850", "windows-1252"};  // the more likely one first

bool is_kana_or_kanji(char32_t c) {
  return (c >= 0x3041 && c <= 0x30FF) || (c >= 0x4E00 && c <= 0x9FFF);
}

std::u32string code_points(std::string_view text) {
  std::u32string out;
  for (std::size_t at = 0; at < text.size();) {
    const base::DecodedUtf8 step = base::decode_utf8(text, at);
    out += step.code_point;
    at += step.bytes;
  }
  return out;
}

bool are_japanese(const std::vector<std::string>& names) {
  std::size_t with_two_in_a_row = 0;
  for (const std::string& name : names) {
    const std::u32string text = code_points(decode_as(name, kJapanese));
    bool before = false;
    bool in_a_row = false;
    for (const char32_t c : text) {
      if (c == 0xFFFD) return false;
      in_a_row = in_a_row || (before && is_kana_or_kanji(c));
      before = is_kana_or_kanji(c);
    }
    with_two_in_a_row += in_a_row;
  }
  return 2 * with_two_in_a_row >= names.size();
}

// Counts non-ASCII characters that are unlikely in names.
std::size_t count_odd(const std::u32string& name) {
  std::size_t odd = 0;
  char32_t before = 0;
  for (const char32_t c : name) {
    if (c >= 0x80) {
      const auto is_capital = u_isupper(static_cast<UChar32>(c)) != 0;
      odd += u_isalpha(static_cast<UChar32>(c)) == 0 ||
             (is_capital && u_islower(static_cast<UChar32>(before)) != 0);
    }
    before = c;
  }
  return odd;
}

}  // namespace

std::string charset_of_names(const std::vector<std::string>& names) {
  if (are_japanese(names)) return kJapanese;
  std::string best;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const char* charset : kEuropean) {
    std::size_t odd = 0;
    for (const std::string& name : names) odd += count_odd(code_points(decode_as(name, charset)));
    if (odd >= fewest) continue;
    fewest = odd;
    best = charset;
  }
  return best;
}

}  // namespace whorl::internal::input
