#include "read/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace whorl::internal::read {
namespace {

TEST(Names, InvalidBytesAreSpelled) {
  EXPECT_EQ(display_name("na\u00efve \"x\n"), "na\u00efve \"x\n");
  EXPECT_EQ(display_name("a\xE9.c"), "a\\xE9.c");
  EXPECT_EQ(display_name(std::string_view("a\0b", 3)), "a\\x00b");
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
}  // namespace whorl::internal::read
