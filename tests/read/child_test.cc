#include "read/child.h"

#include <gtest/gtest.h>

namespace whorl::internal::read {
namespace {

TEST(Child, HandsOnInputAndOutput) {
  const std::string input(300'000, 'x');
  const auto out = run_child({"cat"}, input);
  ASSERT_TRUE(out) << out.error().message;
  EXPECT_EQ(*out, input);
}

TEST(Child, ArgumentsAreNoShellCommands) {
  const auto out = run_child({"printf", "%s", "$(id); `id`"}, "");
  ASSERT_TRUE(out);
  EXPECT_EQ(*out, "$(id); `id`");
}

TEST(Child, MissingProgramAndFailureAreErrors) {
  EXPECT_EQ(run_child({"no-such-program-here"}, "").error().code, ErrorCode::not_found);
  EXPECT_EQ(run_child({"false"}, "").error().code, ErrorCode::corrupt);
}

TEST(Child, LimitsStopIt) {
  ChildLimits limits;
  limits.seconds = 1;
  EXPECT_EQ(run_child({"sleep", "60"}, "", limits).error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(run_child({"sh", "-c", "while :; do :; done"}, "", limits).error().code,
            ErrorCode::limit_exceeded);
  limits.output_bytes = 1000;
  EXPECT_EQ(run_child({"cat", "/dev/zero"}, "", limits).error().code, ErrorCode::limit_exceeded);
}

}  // namespace
}  // namespace whorl::internal::read
