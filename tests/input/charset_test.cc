#include "input/charset/charset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace whorl::internal::input {
namespace {

using namespace std::string_literals;
using ::testing::EndsWith;
using ::testing::HasSubstr;

struct Decoded {
  Viewable text;
  std::string note;
};

Decoded decoded(std::string bytes) {
  Decoded out;
  Result<Viewable> text = decode(std::move(bytes), out.note);
  if (!text) {
    ADD_FAILURE() << text.error().message;
    return out;
  }
  out.text = std::move(*text);
  return out;
}

// Checks that the mapping to the original leads each ASCII character to itself.
void expect_way_back(const Viewable& text, const std::string& bytes, std::size_t unit_offset = 0) {
  for (std::size_t i = 0; i < text.text.size(); ++i) {
    if (static_cast<signed char>(text.text[i]) < 0) continue;
    const std::uint64_t at = original_offset(text.origin_runs, i);
    ASSERT_LT(at + unit_offset, bytes.size());
    EXPECT_EQ(bytes[at + unit_offset], text.text[i]) << "at " << i;
  }
  EXPECT_EQ(original_offset(text.origin_runs, text.text.size()), bytes.size());
}

std::string utf16(std::u16string_view text, bool little) {
  std::string out;
  for (const char16_t unit : text) {
    const char low = static_cast<char>(unit & 0xFF);
    const char high = static_cast<char>(unit >> 8);
    out += little ? low : high;
    out += little ? high : low;
  }
  return out;
}

TEST(Charset, Utf8IsMoved) {
  std::string bytes = "na\u00efve \u65e5\u672c\u8a9e text that is long enough for the heap\n";
  const char* const place = bytes.data();
  const Decoded out = decoded(std::move(bytes));
  EXPECT_EQ(out.text.text.data(), place);
  EXPECT_TRUE(out.text.origin_runs.empty());
  EXPECT_EQ(out.note, "");
}

TEST(Charset, EmptyFileIsText) { EXPECT_EQ(decoded("").text.text, ""); }

TEST(Charset, Utf8BomIsDropped) {
  const std::string bytes = "\xEF\xBB\xBFint x;\n";
  const Decoded out = decoded(bytes);
  EXPECT_EQ(out.text.text, "int x;\n");
  expect_way_back(out.text, bytes);
}

TEST(Charset, Utf16WithAndWithoutBom) {
  const std::u16string text = u"\u00fcber x = 1;\r\n\U0001F600 \u65e5\n";
  const std::string utf8 = "\u00fcber x = 1;\r\n\U0001F600 \u65e5\n";
  for (const bool little : {true, false}) {
    for (const bool bom : {true, false}) {
      const std::string bytes = utf16((bom ? u"\uFEFF" : u"") + text, little);
      const Decoded out = decoded(bytes);
      EXPECT_EQ(out.text.text, utf8);
      EXPECT_EQ(out.text.charset, little ? "UTF-16LE" : "UTF-16BE");
      EXPECT_EQ(out.text.invalid, 0u);
      expect_way_back(out.text, bytes, little ? 0 : 1);
    }
  }
}

TEST(Charset, Utf16OfAsciiIsOneRun) {
  const Decoded out = decoded(utf16(u"\uFEFF" + std::u16string(1000, u'x'), true));
  EXPECT_LE(out.text.origin_runs.size(), 2u);
}

TEST(Charset, Utf16WithHalvesOfPairsIsRepaired) {
  const Decoded out = decoded(utf16(u"\uFEFFab\xD800"s + u"cd\xDC00 ef", true) + "x");
  EXPECT_EQ(out.text.text,
            "ab\uFFFD"
            "cd\uFFFD ef\uFFFD");
  EXPECT_EQ(out.text.invalid, 3u);
  EXPECT_THAT(out.note, HasSubstr("3 byte sequences are not valid UTF-16LE"));
}

TEST(Charset, Utf32) {
  EXPECT_EQ(decoded("\xFF\xFE\0\0h\0\0\0i\0\0\0"s).text.text, "hi");
  EXPECT_EQ(decoded("\0\0\xFE\xFF\0\0\0h\0\0\0i"s).text.text, "hi");
}

// Copydetect has such a file in its tests.
TEST(Charset, Utf32BehindTheBomOfUtf16) {
  EXPECT_EQ(decoded("\xFF\xFEi\0\0\0n\0\0\0t\0\0\0 \0\0\0x\0\0\0;\0\0\0"s).text.text, "int x;");
}

// RFC 734 is such a file.
TEST(Charset, LinesPaddedWithNulsAreText) {
  std::string bytes;
  for (int i = 0; i < 50; ++i) bytes += "network working\r\n\0\0\0"s;
  EXPECT_EQ(decoded(bytes).text.invalid, 150u);
}

TEST(Charset, Latin1IsDetected) {
  const std::string bytes =
      "/* R\xE9sum\xE9 : le caract\xE8re \xE0 la fin, d\xE9j\xE0 trouv\xE9 */\nint main() {}\n";
  const Decoded out = decoded(bytes);
  EXPECT_THAT(out.text.text, HasSubstr("R\u00e9sum\u00e9 : le caract\u00e8re \u00e0 la fin"));
  EXPECT_EQ(out.text.invalid, 0u);
  expect_way_back(out.text, bytes);
}

TEST(Charset, ShiftJisAndCyrillicAreDetected) {
  const std::string japanese =
      "// \x82\xB1\x82\xEA\x82\xCD\x93\xFA\x96\x7B\x8C\xEA\x82\xCC\x95\xB6\x8F\xCD\x82\xC5\x82\xB7"
      "\nint x;\n";
  const Decoded out = decoded(japanese);
  EXPECT_EQ(out.text.text,
            "// \u3053\u308c\u306f\u65e5\u672c\u8a9e\u306e\u6587\u7ae0\u3067\u3059"
            "\nint x;\n");
  expect_way_back(out.text, japanese);
  const std::string russian =
      "\xDD\xF2\xEE \xF2\xE5\xEA\xF1\xF2 \xED\xE0 \xF0\xF3\xF1\xF1\xEA\xEE\xEC "
      "\xFF\xE7\xFB\xEA\xE5,"
      " \xEA\xEE\xF2\xEE\xF0\xFB\xE9 \xEC\xFB \xF7\xE8\xF2\xE0\xE5\xEC.\n";
  EXPECT_THAT(decoded(russian).text.text, HasSubstr("\u042d\u0442\u043e \u0442\u0435\u043a\u0441"));
}

// JPlag 2398.
TEST(Charset, Utf8WithAFewBrokenBytesStaysUtf8) {
  std::string bytes;
  for (int i = 0; i < 50; ++i) bytes += "gr\u00fc\u00dfe \u65e5\u672c\n";
  bytes += "broken \xE9 here \xE6\x97 and there\n";
  const Decoded out = decoded(bytes);
  EXPECT_EQ(out.text.charset, "UTF-8");
  EXPECT_EQ(out.text.invalid, 2u);
  EXPECT_THAT(out.text.text, HasSubstr("broken \uFFFD here \uFFFD and there"));
  EXPECT_THAT(out.note, HasSubstr("2 byte sequences are not valid UTF-8"));
  expect_way_back(out.text, bytes);
}

TEST(Charset, ReplacementsAreThoseOfUnicode) {
  // Table 3-8 of the standard, after enough text to show that this is UTF-8.
  std::string bytes;
  for (int i = 0; i < 20; ++i) bytes += "\u00e9";
  bytes +=
      "a\xF1\x80\x80\xE1\x80\xC2"
      "b\x80"
      "c\x80\xBF"
      "d";
  EXPECT_THAT(decoded(bytes).text.text, EndsWith("a\uFFFD\uFFFD\uFFFD"
                                                 "b\uFFFD"
                                                 "c\uFFFD\uFFFD"
                                                 "d"));
}

TEST(Charset, StrayNulIsReplacedNotBinary) {
  std::string bytes(500, 'x');
  bytes[100] = '\0';
  const Decoded out = decoded(bytes);
  EXPECT_EQ(out.text.invalid, 1u);
  EXPECT_EQ(out.text.text.substr(99, 5), "x\uFFFDx");
}

TEST(Charset, BinaryIsRefused) {
  std::string note;
  for (const std::string& bytes : {"\x7F"
                                   "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0"s,
                                   "a\0b"s, std::string(100, '\0')}) {
    const auto out = decode(bytes, note);
    ASSERT_FALSE(out);
    EXPECT_EQ(out.error().code, ErrorCode::unsupported);
    EXPECT_EQ(out.error().message, "is a binary file, not text");
  }
}

TEST(Charset, BytesOfNoCharsetStillBecomeText) {
  std::string bytes = "x";
  for (int i = 128; i < 256; ++i) bytes += static_cast<char>(i);
  const Decoded out = decoded(bytes);
  EXPECT_GT(out.text.text.size(), 100u);
}

}  // namespace
}  // namespace whorl::internal::input
