#include "input/paths/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "../temp_folder.h"

namespace whorl::internal::input {
namespace {

TEST(Names, InvalidBytesAreSpelled) {
  EXPECT_EQ(display_name("na\u00efve \"x\n"), "na\u00efve \"x\n");
  EXPECT_EQ(display_name("a\xE9.c"), "a\\xE9.c");
  EXPECT_EQ(display_name(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(Names, OfAPathThatLeadsNowhereTheFirstMissingPartIsSaid) {
  const test::TempFolder folder("names");
  const std::string at = folder.path("class");
  std::filesystem::create_directory(at);
  std::filesystem::create_symlink("gone", at + "/link");
  const auto why = [](const std::string& path) {
    return why_unreadable(path, std::make_error_code(std::errc::no_such_file_or_directory));
  };
  const std::string there = "No such file or directory: " + at + " has no ";
  EXPECT_EQ(why(at + "/ann"), there + "ann");
  EXPECT_EQ(why(at + "/ann/../ann/task/a.c"), there + "ann");
  EXPECT_EQ(why(at + "/ann/"), there + "ann");
  EXPECT_EQ(why(at + "/a\xE9"), there + "a\\xE9");
  EXPECT_EQ(why(at + "/link"), "No such file or directory");
  EXPECT_EQ(why_unreadable(at, std::make_error_code(std::errc::permission_denied)),
            "Permission denied");
  EXPECT_THAT(why("https://a.org/in.jsonl"), testing::HasSubstr("curl -LO https://a.org/in.jsonl"));
  EXPECT_THAT(why("s3://bucket/in.jsonl"), testing::HasSubstr("aws s3 cp s3://bucket/in.jsonl ."));
  EXPECT_THAT(why("gs://bucket/in"), testing::HasSubstr("gcloud storage cp gs://bucket/in ."));
  EXPECT_THAT(why("hf://datasets/ann/news/in.jsonl"), testing::HasSubstr(" ann/news"));
  const auto here = std::filesystem::current_path().string();
  EXPECT_EQ(why("no-such-name"), "No such file or directory: " + here + " has no no-such-name");
}

TEST(Names, MembersStayInsideTheirArchive) {
  EXPECT_EQ(member_name("../../etc/passwd"), "etc/passwd");
  EXPECT_EQ(member_name("/abs/./x//y"), "abs/x/y");
  EXPECT_EQ(member_name("a/../b"), "a/b");
  EXPECT_EQ(member_name("../.."), "");
}

TEST(Names, Extensions) {
  EXPECT_EQ(extension("a.b/C.TAR.GZ"), ".gz");
  EXPECT_EQ(extension("a.b/none"), "");
  EXPECT_EQ(extension(".hidden"), "");
}

TEST(Names, EqualNamesAreNumbered) {
  std::vector<Document> documents = {{"a", "1"}, {"a", "2"}, {"a", "3"}, {"a (2)", "4"}};
  make_names_unique(documents);
  std::vector<std::string> names;
  for (const Document& document : documents) names.push_back(document.name + document.bytes);
  EXPECT_THAT(names, ::testing::ElementsAre("a1", "a (2)4", "a (3)2", "a (4)3"));
}

}  // namespace
}  // namespace whorl::internal::input
