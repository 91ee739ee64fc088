#include "base/utf8.h"

#include <gtest/gtest.h>

namespace whorl::internal::base {
namespace {

TEST(Utf8, EveryCodePointComesBack) {
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string bytes;
    append_utf8(c, bytes);
    const DecodedUtf8 decoded = decode_utf8(bytes + "x", 0);
    ASSERT_EQ(decoded.code_point, c);
    ASSERT_EQ(decoded.bytes, bytes.size());
    if (bytes.size() > 1) {
      ASSERT_EQ(decode_utf8(std::string_view(bytes).substr(0, bytes.size() - 1), 0).bytes, 1u);
    }
  }
}

TEST(Utf8, WhatIsNoneIsReplacedByteByByte) {
  for (const char* bytes : {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xFF",
                            "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2x"}) {
    EXPECT_EQ(decode_utf8(bytes, 0).code_point, U'\uFFFD');
    EXPECT_EQ(decode_utf8(bytes, 0).bytes, 1u);
  }
}

TEST(Utf8, CodePointsThatAreNoneBecomeReplacements) {
  for (const char32_t c : {char32_t{0xD800}, char32_t{0xDFFF}, char32_t{0x110000}}) {
    std::string bytes;
    append_utf8(c, bytes);
    EXPECT_EQ(bytes, "\uFFFD");
    EXPECT_EQ(utf8_length(c), 3u);
  }
}

TEST(Utf8, LengthsAndStepsAgreeWithAppend) {
  for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 61) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text;
    append_utf8(c, text);
    const Utf8Step step = utf8_step(text + "x");
    ASSERT_TRUE(step.valid && step.bytes == text.size() && utf8_length(c) == text.size())
        << static_cast<std::uint32_t>(c);
  }
}

// Bytes on both sides of every limit of Unicode table 3-7.
constexpr unsigned char kEdges[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF,
                                    0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
                                    0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};

TEST(Utf8, StepDecodeAndTheWholeAgreeOnEverySequence) {
  for (const auto a : kEdges) {
    for (const auto b : kEdges) {
      for (const auto c : kEdges) {
        for (const auto d : kEdges) {
          const unsigned char bytes[] = {a, b, c, d};
          const std::string_view text(reinterpret_cast<const char*>(bytes), 4);
          const Utf8Step step = utf8_step(text);
          const DecodedUtf8 decoded = decode_utf8(text, 0);
          ASSERT_EQ(step.valid, is_utf8(text.substr(0, step.bytes)));
          ASSERT_EQ(decoded.bytes, step.valid ? step.bytes : 1u);
          if (!step.valid) {
            ASSERT_EQ(decoded.code_point, U'\uFFFD');
          }
        }
      }
    }
  }
}

TEST(Utf8, StepsBackAreThoseForward) {
  std::string text;
  for (const auto a : kEdges) {
    for (const auto b : kEdges)
      text += {static_cast<char>(a), static_cast<char>(b), '\x80', '\xBF'};
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = at + decode_utf8(text, at).bytes;
    ASSERT_EQ(code_point_before(text, end), at);
    at = end;
  }
}

TEST(Utf8, ABrokenSequenceIsAsLongAsItCouldHaveBeenRight) {
  const auto length = [](std::string_view text) { return utf8_step(text).bytes; };
  EXPECT_EQ(length("\xE2\x82"), 2u);
  EXPECT_EQ(length("\xF0\x90\x80x"), 3u);
  EXPECT_EQ(length("\xE0\x80\x80"), 1u);
  EXPECT_EQ(length("\xED\xA0\x80"), 1u);
}

TEST(Utf8, EscapesEachByteThatIsNoUtf8AndEachNul) {
  using namespace std::string_view_literals;
  EXPECT_EQ(escape_broken_utf8("z\u00fcrich \U0001F600", HexDigits::lower),
            "z\u00fcrich \U0001F600");
  EXPECT_EQ(escape_broken_utf8("a\xE2\x82z\xFF", HexDigits::lower), "a\\xe2\\x82z\\xff");
  EXPECT_EQ(escape_broken_utf8("a\xE2\x82z\xFF", HexDigits::upper), "a\\xE2\\x82z\\xFF");
  EXPECT_EQ(escape_broken_utf8("a\0\u00e9"sv, HexDigits::upper), "a\\x00\u00e9");
}

}  // namespace
}  // namespace whorl::internal::base
