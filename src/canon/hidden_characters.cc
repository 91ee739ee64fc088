#include "canon/hidden_characters.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <cstddef>

#include "base/utf8.h"
#include "canon/find_bytes.h"

namespace whorl::internal::canon {
namespace {

bool is_hidden(char32_t c) {
  return c == 0xAD || (c >= 0x200B && c <= 0x200D) || c == 0x2060 || c == 0xFEFF;
}

// 1 if such a character begins at `b`, else 0.
std::uint8_t begins_hidden(const std::uint8_t* b) {
  const bool soft_hyphen = (b[0] == 0xC2) & (b[1] == 0xAD);
  const bool zero_width =
      (b[0] == 0xE2) & (b[1] == 0x80) & (static_cast<std::uint8_t>(b[2] - 0x8B) < 3);
  const bool word_joiner = (b[0] == 0xE2) & (b[1] == 0x81) & (b[2] == 0xA0);
  const bool byte_order_mark = (b[0] == 0xEF) & (b[1] == 0xBB) & (b[2] == 0xBF);
  return static_cast<std::uint8_t>(soft_hyphen | zero_width | word_joiner | byte_order_mark);
}

bool needs_none_inside(char32_t letter) {
  const auto c = static_cast<UChar32>(letter);
  return u_isalpha(c) &&
         (uscript_hasScript(c, USCRIPT_LATIN) || uscript_hasScript(c, USCRIPT_CYRILLIC) ||
          uscript_hasScript(c, USCRIPT_GREEK));
}

bool is_letter_before(std::string_view text, std::size_t at) {
  return at > 0 &&
         needs_none_inside(base::decode_utf8(text, base::code_point_before(text, at)).code_point);
}

bool is_letter_at(std::string_view text, std::size_t at) {
  return at < text.size() && needs_none_inside(base::decode_utf8(text, at).code_point);
}

}  // namespace

HiddenCharacters find_hidden_characters(std::string_view text) {
  HiddenCharacters found;
  std::size_t end = 0;
  for (std::size_t begin = find_bytes<3>(text, 0, begins_hidden); begin < text.size();
       begin = find_bytes<3>(text, end, begins_hidden)) {
    std::uint64_t count = 0;
    for (end = begin; end < text.size(); ++count) {
      const base::DecodedUtf8 decoded = base::decode_utf8(text, end);
      if (!is_hidden(decoded.code_point)) break;
      end += decoded.bytes;
    }
    if (!is_letter_before(text, begin) || !is_letter_at(text, end)) continue;
    if (found.count == 0) found.where.begin = begin;
    found.where.end = end;
    found.count += count;
  }
  return found;
}

}  // namespace whorl::internal::canon
