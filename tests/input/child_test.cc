#include "input/sandbox/child.h"

#include <gtest/gtest.h>

#include <chrono>

namespace whorl::internal::input {
namespace {

using Clock = std::chrono::steady_clock;

// Asks to stop a short time after it was made.
class StopsSoon final : public Progress {
 public:
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
  bool cancelled() const override { return Clock::now() >= end_; }

 private:
  const Clock::time_point end_ = Clock::now() + std::chrono::milliseconds(200);
};

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

TEST(Child, IsStoppedWithinASecondOfTheWishToEnd) {
  // The second script closes its output, so only its end can be awaited.
  for (const char* script : {"exec sleep 60", "exec sleep 60 >&-"}) {
    const StopsSoon progress;
    const auto begin = Clock::now();
    const auto out = run_child({"sh", "-c", script}, "", {}, nullptr, &progress);
    EXPECT_EQ(out.error().code, ErrorCode::cancelled) << script;
    EXPECT_LT(Clock::now() - begin, std::chrono::milliseconds(1200)) << script;
  }
}

}  // namespace
}  // namespace whorl::internal::input
