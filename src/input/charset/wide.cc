#include "input/charset/wide.h"

#include <algorithm>
#include <string>

#include "input/charset/run_builder.h"

namespace whorl::internal::input {
namespace {

using namespace std::string_view_literals;

struct Encoding {
  WideEncoding encoding;
  std::string_view name;
  std::string_view bom;
  std::size_t unit;
  bool little;
};

// UTF-32 comes before UTF-16, whose little-endian BOM is a prefix.
constexpr Encoding kEncodings[] = {
    {WideEncoding::utf32_le, "UTF-32LE", "\xFF\xFE\0\0"sv, 4, true},
    {WideEncoding::utf32_be, "UTF-32BE", "\0\0\xFE\xFF"sv, 4, false},
    {WideEncoding::utf16_le, "UTF-16LE", "\xFF\xFE"sv, 2, true},
    {WideEncoding::utf16_be, "UTF-16BE", "\xFE\xFF"sv, 2, false},
};

constexpr std::size_t kWideEvidence = 1 << 16;

char32_t unit_at(std::string_view bytes, std::size_t at, const Encoding& encoding) {
  char32_t unit = 0;
  for (std::size_t i = 0; i < encoding.unit; ++i) {
    const std::size_t shift = encoding.little ? i : encoding.unit - 1 - i;
    unit |= static_cast<char32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * shift);
  }
  return unit;
}

bool is_high_surrogate(char32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(char32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

// Units that are frequent in every text, and units that no text has.
bool is_common(char32_t unit) {
  return unit == ' ' || unit == '\n' || unit == '\r' || unit == '\t' ||
         (unit >= '0' && unit <= '9') || (unit >= 'A' && unit <= 'Z') ||
         (unit >= 'a' && unit <= 'z');
}
bool is_impossible(char32_t unit, const Encoding& encoding) {
  const bool control = (unit < 0x20 && !(unit >= 0x08 && unit <= 0x0D) && unit != 0x1B) ||
                       (unit >= 0x7F && unit < 0xA0 && unit != 0x85);
  const bool beyond = encoding.unit == 2 ? unit >= 0xFFF0 : unit > 0x10FFFF;
  return control || beyond || (unit >= 0xE000 && unit < 0xF900);
}

// At most 0.2 % impossible, at least 4 % common: Chinese text has its line ends and digits.
bool looks_like(std::string_view bytes, const Encoding& encoding) {
  const std::size_t units = std::min(bytes.size(), kWideEvidence) / encoding.unit;
  std::size_t common = 0;
  std::size_t impossible = 0;
  for (std::size_t i = 0; i < units; ++i) {
    const char32_t unit = unit_at(bytes, i * encoding.unit, encoding);
    common += is_common(unit);
    impossible += is_impossible(unit, encoding);
  }
  return units >= 2 && impossible * 500 <= units && common * 25 >= units;
}

const Encoding* find_encoding(WideEncoding encoding) {
  const auto row = std::find_if(std::begin(kEncodings), std::end(kEncodings),
                                [&](const Encoding& e) { return e.encoding == encoding; });
  return row == std::end(kEncodings) ? nullptr : row;
}

// The code point at `at` and its length in bytes; valid is false for half a surrogate pair.
struct Decoded {
  char32_t code_point = 0;
  std::size_t bytes = 0;
  bool valid = false;
};

Decoded decode_at(std::string_view bytes, std::size_t at, const Encoding& encoding) {
  const char32_t unit = unit_at(bytes, at, encoding);
  if (is_high_surrogate(unit) && encoding.unit == 2 && at + 4 <= bytes.size()) {
    const char32_t low = unit_at(bytes, at + 2, encoding);
    if (is_low_surrogate(low)) {
      return {0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), 4, true};
    }
  }
  const bool valid = unit <= 0x10FFFF && !is_high_surrogate(unit) && !is_low_surrogate(unit);
  return {unit, encoding.unit, valid && unit != 0};
}

// Its BOM, or that of the narrower encoding, which some programs write before UTF-32.
std::size_t bom_size(std::string_view bytes, const Encoding& encoding) {
  if (bytes.starts_with(encoding.bom)) return encoding.bom.size();
  return bytes.starts_with(encoding.little ? "\xFF\xFE"sv : "\xFE\xFF"sv) ? 2 : 0;
}

}  // namespace

WideEncoding wide_encoding(std::string_view bytes) {
  if (bytes.substr(0, kWideEvidence).find('\0') != bytes.npos) {
    for (const Encoding& encoding : kEncodings) {
      if (looks_like(bytes.substr(bom_size(bytes, encoding)), encoding)) return encoding.encoding;
    }
  }
  for (const Encoding& encoding : kEncodings) {
    if (bytes.starts_with(encoding.bom)) return encoding.encoding;
  }
  return WideEncoding::none;
}

Viewable decode_wide(std::string_view bytes, WideEncoding wide) {
  const Encoding* encoding = find_encoding(wide);
  if (encoding == nullptr) return {};
  RunBuilder out(bytes.size() / encoding->unit);
  std::size_t at = bom_size(bytes, *encoding);
  if (at != 0) out.skip(at);
  while (at + encoding->unit <= bytes.size()) {
    const Decoded decoded = decode_at(bytes, at, *encoding);
    if (decoded.valid) {
      out.add(decoded.code_point, decoded.bytes);
    } else {
      out.replace(decoded.bytes);
    }
    at += decoded.bytes;
  }
  if (at < bytes.size()) out.replace(bytes.size() - at);
  return out.finish(encoding->name);
}

}  // namespace whorl::internal::input
