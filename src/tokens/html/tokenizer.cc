#include "tokens/html/tokenizer.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "tokens/html/scan.h"

namespace whorl::internal::tokens::html {
namespace {

struct NamedReference {
  std::string_view name;
  bool bare;  // allowed without a semicolon
  char32_t first;
  char32_t second;
};

constexpr NamedReference kNamed[] = {
#include "tokens/html/named_references.inc"
};
constexpr std::size_t kLongestReference = 31;
constexpr std::size_t kLongestBareReference = 6;

const NamedReference* find_named(std::string_view name) {
  const auto row = std::lower_bound(
      std::begin(kNamed), std::end(kNamed), name,
      [](const NamedReference& named, std::string_view n) { return named.name < n; });
  return row != std::end(kNamed) && row->name == name ? row : nullptr;
}

// `name` is the text after the ampersand.
Reference named_reference(std::string_view name) {
  std::size_t length = 0;
  while (length < name.size() && length <= kLongestReference && is_alphanumeric(name[length]))
    ++length;
  if (length < name.size() && name[length] == ';') {
    const auto* named = find_named(name.substr(0, length));
    if (named != nullptr) return {named->first, named->second, length + 2};
  }
  for (length = std::min(length, kLongestBareReference); length >= 2; --length) {
    const auto* named = find_named(name.substr(0, length));
    if (named != nullptr && named->bare) return {named->first, named->second, length + 1};
  }
  return {};
}

constexpr char32_t kReplacement = 0xFFFD;

// Numbers from 0x80 to 0x9F mean windows-1252.
constexpr char32_t kWindows1252[32] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

char32_t corrected(std::uint32_t number) {
  if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number < 0xE000)) {
    return kReplacement;
  }
  return number >= 0x80 && number < 0xA0 ? kWindows1252[number - 0x80] : number;
}

// The value of a digit; 16 or more if it is none.
std::uint32_t digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0');
  return is_letter(c) ? static_cast<std::uint32_t>((c | 0x20) - 'a') + 10 : 99;
}

// `digits` is the text after "&#".
Reference numeric_reference(std::string_view digits) {
  const bool hexadecimal = !digits.empty() && (digits[0] | 0x20) == 'x';
  const std::uint32_t base = hexadecimal ? 16 : 10;
  const std::size_t first = hexadecimal ? 1 : 0;
  std::uint32_t number = 0;
  std::size_t at = first;
  for (; at < digits.size() && digit_value(digits[at]) < base; ++at) {
    number = std::min(number * base + digit_value(digits[at]), 0x110000u);
  }
  if (at == first) return {};
  const bool closed = at < digits.size() && digits[at] == ';';
  return {corrected(number), 0, 2 + at + closed};
}

}  // namespace

Reference reference_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at + 1);
  if (rest.empty()) return {};
  return rest[0] == '#' ? numeric_reference(rest.substr(1)) : named_reference(rest);
}

}  // namespace whorl::internal::tokens::html
