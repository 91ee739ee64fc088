// The largest size of a document while it becomes text.
#include "input/room.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/convert/web_body.h"
#include "input/source.h"
#include "make_archive.h"

namespace whorl::internal::input {
namespace {

using testing::HasSubstr;

std::string odt(const std::string& body) {
  const std::string xml = "<office:text><text:p>" + body + "</text:p></office:text>";
  return make_archive(Packing::zip, {{"mimetype", "application/vnd.oasis.opendocument.text", ""},
                                     {"content.xml", xml, ""}});
}

Result<Viewable> view_in(const Room& room, const std::string& name, std::string bytes) {
  std::string note;
  Conversions conversions;
  return view(name, std::move(bytes), note, conversions, room);
}

void expect_refused(const Result<Viewable>& out, const std::string& reason) {
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, ErrorCode::limit_exceeded);
  EXPECT_THAT(out.error().message, HasSubstr(reason));
}

TEST(Room, TextHasItToTheByte) {
  EXPECT_TRUE(view_in({100, 0}, "a.txt", std::string(100, 'a')));
  expect_refused(
      view_in({100, 0}, "a.txt", std::string(101, 'a')),
      "is too large for the memory limit: 101 bytes of at most 100 bytes; give --memory 1M");
}

TEST(Room, SaysHowMuchMemoryIsEnough) {
  const Room room = Room::within(768 << 20);
  const Result<Viewable> out = view_in(room, "a.txt", std::string(40 << 20, 'a'));
  expect_refused(out, "40 MiB of at most 32 MiB; give --memory 1281M");
  EXPECT_GE(Room::within((1281ull << 20) / 4 * 3).text, 40u << 20);
}

TEST(Room, SpacesOfOpenDocumentCount) {
  std::string body = "a";
  for (int i = 0; i < 100; ++i) body += "<text:s text:c=\"1000\"/>";
  EXPECT_TRUE(view_in({200'000, 0}, "a.odt", odt(body)));
  expect_refused(view_in({50'000, 0}, "a.odt", odt(body)), "expands to more than 50000 bytes");
}

TEST(Room, PartsOfOfficeDocumentsCount) {
  const std::string body(60'000, 'a');
  expect_refused(view_in({50'000, 0}, "a.odt", odt(body)), "expands to more than 50000 bytes");
}

TEST(Room, CharactersThatGrowCount) {
  std::string legacy;
  for (int i = 0; i < 1000; ++i) legacy += "caf\xE9 ";
  EXPECT_TRUE(view_in({6'000, 0}, "a.txt", legacy));
  expect_refused(view_in({5'500, 0}, "a.txt", legacy),
                 "is too large for the memory limit: 6000 bytes");
}

TEST(Room, LigaturesCountAsTheirLetters) {
  std::string text;
  for (int i = 0; i < 30'000; ++i) text += "\uFDFA";
  EXPECT_GT(folded_bytes(text), 18 * 4 * 30'000u);
  expect_refused(view_in({1'000'000, 0}, "a.txt", text), "is too large for the memory limit");
}

TEST(Room, NoConverterRunsWithoutMemoryForIt) {
  expect_refused(view_in({1 << 20, 0}, "a.pdf", "%PDF-1.4\n"), "is too large for the memory limit");
}

TEST(Room, BodiesOfTheWebKeepToIt) {
  std::string note;
  Conversions conversions;
  const Room room{100, 0};
  expect_refused(view_body(web_body(std::string(101, 'a'), "text/plain"), note, conversions, room),
                 "101 bytes of at most 100 bytes");
}

TEST(ReadLimits, FollowFromTheMemory) {
  const ReadLimits limits = ReadLimits::within(1ull << 30);
  EXPECT_EQ(limits.file_bytes, 256u << 20);
  EXPECT_EQ(limits.expanded_bytes, 256u << 20);
  EXPECT_TRUE(limits.by_memory);
  EXPECT_EQ(ReadLimits::within(1ull << 40).file_bytes, ReadLimits{}.file_bytes);
  EXPECT_FALSE(ReadLimits::within(1ull << 40).by_memory);
}

}  // namespace
}  // namespace whorl::internal::input
