// Addresses of requests, and names of documents in addresses.
#include "serve/url.h"

#include <gmock/gmock.h>

#include "serve/document_json.h"

namespace whorl::serve {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(Target, HasSegmentsAndAQuery) {
  const auto target = parse_target("/api/a%2Fb/c?name=M%C3%BCller+1&empty=&alone#part");
  ASSERT_TRUE(target);
  EXPECT_THAT(target->path, ElementsAre("api", "a/b", "c"));
  EXPECT_THAT(target->query,
              ElementsAre(Pair("alone", ""), Pair("empty", ""), Pair("name", "Müller 1")));
  EXPECT_THAT(parse_target("/")->path, IsEmpty());
}

TEST(Target, WhatMayBeReadInTwoWaysIsNone) {
  for (const char* const wrong : {"", "*", "api", "http://host/", "/%", "/%4", "/%zz", "/%00",
                                  "/a/../b", "/%2e%2e/b", "/.", "/x?a=1&a=2", "/x?a=%"}) {
    EXPECT_FALSE(parse_target(wrong)) << wrong;
  }
}

TEST(DocumentIds, NameOwnerGroupAndName) {
  for (const DocumentCodes& codes :
       {DocumentCodes{}, DocumentCodes{"a", "b", "c/d e"}, DocumentCodes{"", "\xff\xfe", "ü"}}) {
    EXPECT_EQ(codes_of(id_of(codes)), codes);
  }
  EXPECT_NE(id_of({"a", "b", "c"}), id_of({"ab", "", "c"}));
}

TEST(DocumentIds, WhatIsNoneNamesNothing) {
  for (const std::string& wrong :
       {std::string(), std::string("!"), spell("a"), spell(std::string("a\0b", 3)),
        spell(std::string("a\0b\0c\0d", 7)), std::string("YQ==")}) {
    EXPECT_FALSE(codes_of(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace whorl::serve
