#include "compare/corpus/spelling.h"

#include <string_view>

#include "canon/front_ends.h"
#include "canon/symbol.h"

namespace whorl::internal::compare::corpus {
namespace {

std::string_view text_of(const PreparedFile& file, std::uint32_t begin, std::uint32_t end) {
  const ByteRange range = file.canon.origin.bytes(begin, end);
  return std::string_view(file.entry.text).substr(range.begin, range.end - range.begin);
}

}  // namespace

SpellingDifference compare_spellings(const PreparedFile& a, std::uint32_t a_at,
                                     const PreparedFile& b, std::uint32_t b_at,
                                     std::uint32_t length) {
  SpellingDifference difference;
  if (!canon::find_front_end(a.recipe.front_end)->drops_spelling || length == 0) return difference;
  if (text_of(a, a_at, a_at + length) == text_of(b, b_at, b_at + length)) return difference;
  const auto& tokens = std::get<canon::Tokens>(a.canon.symbols);
  for (std::uint32_t i = 0; i < length; ++i) {
    const std::string_view x = text_of(a, a_at + i, a_at + i + 1);
    if (x == text_of(b, b_at + i, b_at + i + 1)) continue;
    ++(canon::is_literal(tokens[a_at + i]) ? difference.literals : difference.names);
  }
  return difference;
}

}  // namespace whorl::internal::compare::corpus
