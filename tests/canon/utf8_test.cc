#include "canon/utf8.h"

#include <gtest/gtest.h>

namespace whorl::internal::canon {
namespace {

TEST(Utf8, EveryCodePointComesBack) {
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string bytes;
    append_utf8(c, bytes);
    const Decoded decoded = decode_utf8(bytes + "x", 0);
    ASSERT_EQ(decoded.code_point, c);
    ASSERT_EQ(decoded.length, bytes.size());
    if (bytes.size() > 1) {
      ASSERT_EQ(decode_utf8(std::string_view(bytes).substr(0, bytes.size() - 1), 0).length, 1u);
    }
  }
}

TEST(Utf8, WhatIsNoneIsReplacedByteByByte) {
  for (const char* bytes : {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xFF",
                            "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2x"}) {
    EXPECT_EQ(decode_utf8(bytes, 0).code_point, U'\uFFFD');
    EXPECT_EQ(decode_utf8(bytes, 0).length, 1u);
  }
}

}  // namespace
}  // namespace whorl::internal::canon
