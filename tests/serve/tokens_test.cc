// The file of tokens, which says who may send requests.
#include "serve/tokens.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>

#include "../temp_folder.h"

namespace whorl::serve {
namespace {

using testing::HasSubstr;

const std::string kAnn(32, 'a');
const std::string kBoss(40, 'b');

Tokens two() {
  auto tokens = Tokens::parse(
      "# who\n\nann search,submit cs101 " + kAnn + "\nboss\tadmin *  " + kBoss + "\r\n", "tokens");
  EXPECT_TRUE(tokens) << tokens.error().message;
  return *tokens;
}

TEST(Tokens, AreFoundWithWhatTheyMay) {
  const auto ann = two().find(kAnn);
  ASSERT_TRUE(ann);
  EXPECT_EQ(ann->name, "ann");
  EXPECT_TRUE(ann->may(Role::anyone));
  EXPECT_TRUE(ann->may(Role::search));
  EXPECT_TRUE(ann->may(Role::submit));
  EXPECT_FALSE(ann->may(Role::judge));
  EXPECT_FALSE(ann->may(Role::admin));
  EXPECT_TRUE(ann->sees("cs101"));
  EXPECT_FALSE(ann->sees("cs102"));
  EXPECT_FALSE(ann->sees(""));
  EXPECT_FALSE(ann->sees("*"));
}

TEST(Tokens, AnAdministratorMayAll) {
  const auto boss = two().find(kBoss);
  ASSERT_TRUE(boss);
  for (const Role role : {Role::search, Role::submit, Role::judge, Role::admin}) {
    EXPECT_TRUE(boss->may(role)) << name_of(role);
  }
  EXPECT_TRUE(boss->sees("anybody"));
}

TEST(Tokens, OthersAreNotFound) {
  for (const std::string& wrong :
       {std::string(), kAnn.substr(1), kAnn + "a", std::string("*"), std::string(1 << 20, 'a')}) {
    EXPECT_FALSE(two().find(wrong));
  }
  EXPECT_FALSE(Caller().may(Role::search));
  EXPECT_TRUE(Caller().may(Role::anyone));
}

TEST(Tokens, WhatIsNoLineIsToldWithItsNumber) {
  for (const std::string& wrong :
       {std::string("ann search cs101"), "ann search cs101 " + kAnn + " more",
        "ann wizard cs101 " + kAnn, "ann anyone cs101 " + kAnn,
        std::string("ann search cs101 short")}) {
    const auto tokens = Tokens::parse("# first\n" + wrong, "file");
    ASSERT_FALSE(tokens) << wrong;
    EXPECT_THAT(tokens.error().message, HasSubstr("file:2: "));
    EXPECT_THAT(tokens.error().message, Not(HasSubstr(kAnn)));
  }
  EXPECT_FALSE(Tokens::parse("# none\n", "file"));
}

TEST(Tokens, AFileThatOthersMayReadIsRefused) {
  const test::TempFolder folder("tokens");
  const std::string file = folder.path("tokens");
  std::ofstream(file) << "ann search cs101 " << kAnn << "\n";
  chmod(file.c_str(), 0640);
  EXPECT_FALSE(Tokens::read(file));
  chmod(file.c_str(), 0600);
  EXPECT_TRUE(Tokens::read(file));
  EXPECT_FALSE(Tokens::read(folder.path("none")));
}

TEST(Tokens, StandInTheHeaderAfterTheScheme) {
  EXPECT_EQ(bearer("Bearer abc"), "abc");
  EXPECT_EQ(bearer("bEARER abc"), "abc");
  EXPECT_EQ(bearer("Basic abc"), "");
  EXPECT_EQ(bearer("Bearer "), "");
  EXPECT_EQ(bearer(""), "");
}

}  // namespace
}  // namespace whorl::serve
