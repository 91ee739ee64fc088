#include "base/try.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "whorl/result.h"

namespace whorl {
namespace {

using Owned = std::unique_ptr<int>;

Result<Owned> owned(int value) {
  if (value < 0) return fail(ErrorCode::io, "below nought");
  return std::make_unique<int>(value);
}

Result<void> check(int value) {
  if (value < 0) return fail(ErrorCode::corrupt, "unfit");
  return {};
}

Result<std::string> both(int first, int second) {
  WHORL_RETURN_IF_ERROR(check(first));
  WHORL_ASSIGN_OR_RETURN(const Owned a, owned(first));
  WHORL_ASSIGN_OR_RETURN(const Owned b, owned(second));
  return std::to_string(*a + *b);
}

TEST(Try, MovesTheValueOutOfATemporary) { EXPECT_EQ(both(20, 22), "42"); }

TEST(Try, ReturnsTheErrorOfTheFirstFailure) {
  const auto first = both(-1, 2);
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().code, ErrorCode::corrupt);
  const auto second = both(1, -2);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, "below nought");
}

TEST(Try, AssignsToWhatIsThere) {
  Owned kept;
  const auto assign = [&]() -> Result<void> {
    WHORL_ASSIGN_OR_RETURN(kept, owned(7));
    return {};
  };
  ASSERT_TRUE(assign());
  EXPECT_EQ(*kept, 7);
}

TEST(Try, LeavesANamedResultAsItWas) {
  const std::string words(100, 'w');
  Result<std::string> good = words;
  Result<std::string> bad = fail(ErrorCode::io, words);
  const auto read = [](Result<std::string>& named) -> Result<std::string> {
    WHORL_ASSIGN_OR_RETURN(std::string value, named);
    return value;
  };
  EXPECT_EQ(read(good), words);
  EXPECT_EQ(*good, words);
  EXPECT_FALSE(read(bad));
  EXPECT_EQ(bad.error().message, words);
}

TEST(Try, IsOneStatement) {
  const auto checked = [](bool wanted, int value) -> Result<bool> {
    if (wanted)
      WHORL_RETURN_IF_ERROR(check(value));
    else
      return false;
    return true;
  };
  EXPECT_EQ(checked(false, -1), false);
  EXPECT_EQ(checked(true, 1), true);
  EXPECT_FALSE(checked(true, -1));
}

TEST(Try, NestsAndTakesCommas) {
  const auto size = [](int value) -> Result<std::size_t> {
    WHORL_ASSIGN_OR_RETURN(const auto map, [&]() -> Result<std::map<int, Owned>> {
      std::map<int, Owned> out;
      WHORL_ASSIGN_OR_RETURN(out[value], owned(value));
      return out;
    }());
    return map.size();
  };
  EXPECT_EQ(size(3), 1u);
  EXPECT_FALSE(size(-3));
}

}  // namespace
}  // namespace whorl
