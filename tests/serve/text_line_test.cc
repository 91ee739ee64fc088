// JSON lines with a text each, and the recognition of archives.
#include "serve/text_line.h"

#include <gmock/gmock.h>

#include <sstream>

#include "serve/archive_kind.h"
#include "serve/collections.h"

namespace whorl::serve {
namespace {

using testing::HasSubstr;

const DocumentCodes kFallback{.owner = "physics", .group = "2026"};

TEST(TextLine, IsADocumentWithItsCodes) {
  const auto line = parse_text_line(
      R"({"id":"a/b.txt","text":"one \u00fc","url":"http://x","group":"other"})", kFallback);
  ASSERT_TRUE(line);
  const auto& document = std::get<RegistryText>(*line);
  EXPECT_EQ(document.text, "one ü");
  EXPECT_EQ(document.codes, (DocumentCodes{"physics", "other", "a/b.txt", "", "http://x", ""}));
}

TEST(TextLine, TellsWhatWasLeftOut) {
  const auto line = parse_text_line(R"({"id":"x.pdf","skipped":"is no PDF"})", kFallback);
  ASSERT_TRUE(line);
  EXPECT_EQ(std::get<Skipped>(*line).path, "x.pdf");
  EXPECT_EQ(std::get<Skipped>(*line).reason, "is no PDF");
  EXPECT_EQ(std::get<Skipped>(*parse_text_line(R"({"id":"x","fallback":"y"})", {})).kind,
            SkipKind::fallback);
}

TEST(TextLine, IsWrittenAndReadAsTheSame) {
  const RegistryText text{{.name = "a \"b\"\n", .date = "2026-01-01", .url = "http://x/?a=b"},
                          "line\n\ttwo\x01 ü"};
  const auto again = parse_text_line(to_json(text), {});
  ASSERT_TRUE(again);
  EXPECT_EQ(std::get<RegistryText>(*again).codes, text.codes);
  EXPECT_EQ(std::get<RegistryText>(*again).text, text.text);
}

TEST(TextLine, WhatIsNoneIsRefused) {
  for (const char* const line :
       {"", "[]", "{}", R"({"id":"x"})", R"({"text":"x"})", R"({"id":1,"text":"x"})",
        R"({"id":"x","text":"y","skipped":"z"})", R"({"id":"x","text":"y","other":"z"})",
        R"({"id":"x","text":{"y":"z"}})", R"({"id":"x","text":"y"} {})",
        "{\"id\":\"x\",\"text\":\"\xff\"}"}) {
    EXPECT_FALSE(parse_text_line(line, {})) << line;
  }
}

TEST(TextLines, NameWhatIsTooLongAndNumberWhatIsNone) {
  std::istringstream stream(
      "{\"id\":\"short\",\"text\":\"x\"}\n\n{\"id\":\"a \\\"long\\\" one\",\"text\":\"" +
      std::string(1000, 'x') + "\"}\nnothing\n{\"id\":\"last\",\"text\":\"\"}");
  TextLines lines(stream, {}, 100);
  EXPECT_EQ(std::get<RegistryText>(*lines.next()).codes.name, "short");
  const auto long_one = std::get<Skipped>(*lines.next());
  EXPECT_EQ(long_one.path, "a \"long\" one");
  EXPECT_THAT(long_one.reason, HasSubstr("100 bytes"));
  EXPECT_EQ(std::get<Skipped>(*lines.next()).path, "line 4");
  EXPECT_EQ(std::get<RegistryText>(*lines.next()).codes.name, "last");
  EXPECT_FALSE(lines.next());
}

TEST(Archives, AreToldByTheirFirstBytes) {
  EXPECT_EQ(archive_ending(std::string_view("PK\x03\x04 and more")), ".zip");
  EXPECT_EQ(archive_ending(std::string_view("\x1f\x8b\x08")), ".tar.gz");
  EXPECT_EQ(archive_ending(std::string(257, 'x') + "ustar"), ".tar");
  EXPECT_EQ(archive_ending(std::string_view("PK is how this text begins")), "");
  EXPECT_EQ(archive_ending(std::string_view()), "");
  EXPECT_TRUE(is_archive_type("application/zip"));
  EXPECT_FALSE(is_archive_type("text/plain"));
}

TEST(Stores, AreNamed) {
  const auto store = parse_store("pages=/data/a=b");
  ASSERT_TRUE(store);
  EXPECT_EQ(store->name, "pages");
  EXPECT_EQ(store->path, "/data/a=b");
  for (const char* const wrong : {"", "pages", "=x", "pages=", "a/b=x", "a b=x", ".=", "\xff=x"}) {
    EXPECT_FALSE(parse_store(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace whorl::serve
