// HTTP responses in web archives: codings, charsets and types.
#include <brotli/encode.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include "input/convert/web_body.h"
#include "make_archive.h"
#include "make_warc.h"

namespace whorl::internal::input {
namespace {

Conversions body_conversions;

using testing::HasSubstr;

constexpr std::uint64_t kLimit = 1 << 20;

std::string deflated(std::string_view bytes, int window_bits) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  std::string out(bytes.size() + 1000, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string brotli(std::string_view bytes) {
  std::string out(bytes.size() + 1000, '\0');
  std::size_t size = out.size();
  BrotliEncoderCompress(5, 22, BROTLI_MODE_TEXT, bytes.size(),
                        reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                        reinterpret_cast<std::uint8_t*>(out.data()));
  out.resize(size);
  return out;
}

std::string zstd(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

std::string text_of(std::string_view body, std::string_view headers) {
  auto unwrapped = unwrap_http(http_response(body, headers), kLimit);
  if (!unwrapped) return "error: " + unwrapped.error().message;
  std::string note;
  auto viewed = view_body(std::move(*unwrapped), note, body_conversions);
  return viewed ? viewed->text : "error: " + viewed.error().message;
}

TEST(WebBody, UndoesEveryCodingAlsoWhereTheArchiveHasDone) {
  const std::string text = "<p>" + std::string(3000, 'a') + "</p>";
  const std::pair<const char*, std::string> packed[] = {
      {"gzip", make_gzip(text)},
      {"x-gzip", make_gzip(text)},
      {"deflate", deflated(text, 15)},
      {"deflate", deflated(text, -15)},
      {"br", brotli(text)},
      {"zstd", zstd(text)},
      {"identity", text},
  };
  for (const auto& [coding, body] : packed) {
    const std::string header = std::string("Content-Encoding: ") + coding + "\r\n";
    EXPECT_EQ(text_of(body, header), text) << coding;
    EXPECT_EQ(text_of(text, header), text) << coding << ", unpacked already";
  }
  EXPECT_EQ(text_of(brotli(make_gzip(text)), "Content-Encoding: gzip, br\r\n"), text);
  EXPECT_THAT(text_of(text, "Content-Encoding: lzma\r\n"),
              HasSubstr("'lzma', which whorl does not know"));
}

TEST(WebBody, JoinsChunksAlsoWhereTheArchiveHasDone) {
  const std::string chunked = "transfer-encoding: chunked\r\n";
  EXPECT_EQ(text_of("4\r\n<p>a\r\n6;x=y\r\n b c d\r\n0\r\n\r\n", chunked), "<p>a b c d");
  EXPECT_EQ(text_of("<p>not chunked", chunked), "<p>not chunked");
  EXPECT_EQ(text_of("4\r\n<p>a\r\nFF\r\n b", chunked), "<p>a b");  // ends in the middle of a chunk
  EXPECT_EQ(text_of("4\r\n<p>a\r\nFFFFFFFFFFFFFFFF\r\n b", chunked), "<p>a b");
}

TEST(WebBody, KeepsWhatCameBeforeADamageAndSaysSo) {
  const std::string packed = make_gzip("<p>" + std::string(100'000, 'a'));
  auto body = unwrap_http(
      http_response(packed.substr(0, packed.size() / 2), "Content-Encoding: gzip\r\n"), kLimit);
  ASSERT_TRUE(body);
  EXPECT_GT(body->bytes.size(), 1000u);
  EXPECT_THAT(body->note, HasSubstr("is cut off"));
}

TEST(WebBody, RefusesABombAndWhatIsNoPage) {
  const std::string bomb = make_gzip(std::string(8 << 20, 'a'));
  EXPECT_THAT(text_of(bomb, "Content-Encoding: gzip\r\n"), HasSubstr("expands to more than 1 MiB"));
  EXPECT_EQ(unwrap_http(http_response("gone", "", "404 Not Found"), kLimit).error().message,
            "HTTP status 404");
  EXPECT_FALSE(unwrap_http("no http at all", kLimit));
  EXPECT_FALSE(unwrap_http("", kLimit));
}

TEST(WebBody, TakesTheCharsetFromHeaderMetaOrEvidence) {
  std::string note;
  const auto text = [&](std::string bytes, std::string_view type) {
    auto viewed = view_body(web_body(std::move(bytes), type), note, body_conversions);
    return viewed ? viewed->text : viewed.error().message;
  };
  EXPECT_EQ(text("caf\xE9", "text/plain; charset=ISO-8859-1"), "caf\xC3\xA9");
  EXPECT_EQ(text("\xCF\xF0\xE8", "text/plain; charset=\"windows-1251\""), "При");
  EXPECT_EQ(text("<meta charset='windows-1251'>\xCF\xF0\xE8", "text/html"),
            "<meta charset='windows-1251'>При");
  EXPECT_THAT(text("<html><meta http-equiv=x content=\"text/html; charset=koi8-r\">\xF0\xD2", ""),
              HasSubstr("Пр"));
  // A header that wrongly claims UTF-8 is ignored.
  EXPECT_EQ(text("caf\xC3\xA9", "text/html; charset=iso-8859-1"), "caf\xC3\xA9");
  EXPECT_EQ(text("\x1B$B$3$s\x1B(B", "text/html; charset=iso-2022-jp"), "こん");
  EXPECT_EQ(text("plain", "text/html; charset=no-such-charset"), "plain");
}

TEST(WebBody, ItsTypeIsItsNameToConverters) {
  std::string note;
  const std::string page = "%!PS\nshowpage\n";
  const auto text = view_body(web_body(page, "text/plain"), note, body_conversions);
  ASSERT_TRUE(text);
  EXPECT_EQ(text->text, page);
  const auto postscript =
      view_body(web_body(page, "application/postscript"), note, body_conversions);
  EXPECT_FALSE(postscript);  // a page without text, or no interpreter is installed
}

TEST(WebBody, KnowsAPageAndRefusesWhatIsNoText) {
  EXPECT_TRUE(is_page(web_body("x", "Text/HTML; charset=utf-8")));
  EXPECT_TRUE(is_page(web_body("<!DOCTYPE html><p>", "")));
  EXPECT_FALSE(is_page(web_body("<html>", "text/plain")));
  std::string note;
  EXPECT_FALSE(
      view_body(web_body("\x89PNG\r\n\x1A\n\0\0\0\1", "image/png"), note, body_conversions));
  EXPECT_FALSE(view_body(web_body("PK\x03\x04 zip", "application/zip"), note, body_conversions));
}

}  // namespace
}  // namespace whorl::internal::input
