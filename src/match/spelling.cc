#include "match/spelling.h"

#include <variant>

#include "canon/symbol.h"

namespace whorl::internal::match {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

// The spelling of symbols [begin, end) after the first of `side`.
std::string_view text_of(const Spelled& side, std::uint32_t begin, std::uint32_t end) {
  const ByteRange range = side.canon.origin.bytes(side.at + begin, side.at + end);
  return side.text.substr(range.begin, range.end - range.begin);
}

}  // namespace

SpellingDifference compare_spellings(const Spelled& a, const Spelled& b, std::uint32_t length) {
  SpellingDifference difference;
  if (text_of(a, 0, length) == text_of(b, 0, length)) return difference;
  const auto& tokens = std::get<canon::Tokens>(a.canon.symbols);
  for (std::uint32_t i = 0; i < length; ++i) {
    if (text_of(a, i, i + 1) == text_of(b, i, i + 1)) continue;
    ++(canon::is_literal(tokens[a.at + i]) ? difference.literals : difference.names);
  }
  return difference;
}

ByteRange trimmed(std::string_view text, ByteRange range) {
  const auto blank = [&](std::uint64_t at) { return kBlank.find(text[at]) != kBlank.npos; };
  ByteRange rest = range;
  while (rest.begin < rest.end && blank(rest.end - 1)) --rest.end;
  while (rest.begin < rest.end && blank(rest.begin)) ++rest.begin;
  return rest.begin < rest.end ? rest : range;
}

}  // namespace whorl::internal::match
