// The values of --limit.
#include "serve/limits.h"

#include <gmock/gmock.h>

namespace whorl::serve {
namespace {

using testing::HasSubstr;

TEST(Limits, EachRowMayBeSetToOneAndToItsMost) {
  for (const LimitRow& row : limit_rows()) {
    Limits limits;
    EXPECT_LE(limits.*row.value, row.most) << row.name;
    const std::string name(row.name);
    ASSERT_TRUE(set_limits(limits, name + "=1")) << row.name;
    EXPECT_EQ(limits.*row.value, 1u);
    ASSERT_TRUE(set_limits(limits, name + "=" + std::to_string(row.most))) << row.name;
    EXPECT_EQ(limits.*row.value, row.most);
    EXPECT_FALSE(set_limits(limits, name + "=" + std::to_string(row.most + 1))) << row.name;
    EXPECT_FALSE(set_limits(limits, name + "=0")) << row.name;
  }
}

TEST(Limits, SeveralAreSeparatedByCommasAndUnitsArePowersOf1024) {
  Limits limits;
  ASSERT_TRUE(set_limits(limits, "body=3K,upload=2G,jobs=4"));
  EXPECT_EQ(limits.body, 3u << 10);
  EXPECT_EQ(limits.upload, 2ull << 30);
  EXPECT_EQ(limits.jobs, 4u);
}

TEST(Limits, WhatIsNoneIsToldWithTheNames) {
  Limits limits;
  for (const char* const wrong : {"", "body", "size=1", "body=", "body=x", "body=-1", "body=1,",
                                  "body=1KK", "body=99999999999999999999", "upload=17179869184G"}) {
    EXPECT_FALSE(set_limits(limits, wrong)) << wrong;
  }
  EXPECT_THAT(set_limits(limits, "size=1").error().message, HasSubstr("upload-seconds"));
}

}  // namespace
}  // namespace whorl::serve
