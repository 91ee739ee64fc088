#include "passages/match/chain.h"

#include <gtest/gtest.h>

namespace whorl::internal::match {
namespace {

const std::vector<Run> kWhole = {{0, 1000, 5, nullptr, false, 1}};
constexpr ChainOptions kOptions{.gap = 4, .min_identity = 0.6};

std::vector<Chain> chain(const std::vector<Match>& tiles, const std::vector<Run>& a = kWhole,
                         const std::vector<Run>& b = kWhole) {
  return chain_tiles(tiles, a, b, kOptions);
}

TEST(Chain, OneTileIsExact) {
  const auto chains = chain({{5, 7, 30}});
  ASSERT_EQ(chains.size(), 1u);
  EXPECT_EQ(chains[0].identity(), 1.0);
  EXPECT_EQ(chains[0].symbols, 30u);
}

TEST(Chain, JoinsOverASmallChange) {
  const auto chains = chain({{0, 100, 30}, {35, 132, 25}});
  ASSERT_EQ(chains.size(), 1u);
  EXPECT_EQ(chains[0].symbols, 55u);
  EXPECT_EQ(chains[0].a_end(), 60u);
  EXPECT_EQ(chains[0].b_end(), 157u);
  EXPECT_DOUBLE_EQ(chains[0].identity(), 55.0 / 60);
}

TEST(Chain, SplitsWhereIdentityFalls) { EXPECT_EQ(chain({{0, 0, 12}, {30, 30, 12}}).size(), 2u); }

TEST(Chain, DoesNotJoinOverALargeGapOnEitherSide) {
  EXPECT_EQ(chain({{0, 0, 100}, {121, 100, 100}}).size(), 2u);
  EXPECT_EQ(chain({{0, 0, 100}, {100, 121, 100}}).size(), 2u);
}

TEST(Chain, MovedFunctionsStaySeparate) {
  EXPECT_EQ(chain({{0, 100, 100}, {100, 0, 100}}).size(), 2u);
}

TEST(Chain, InterleavedPassagesEachContinueTheirOwn) {
  const auto chains = chain({{0, 0, 40}, {40, 500, 40}, {82, 42, 40}, {122, 545, 40}});
  EXPECT_EQ(chains.size(), 4u);  // gaps in a are 42, which is too far
  const auto near = chain({{0, 0, 40}, {40, 500, 15}, {56, 42, 40}});
  ASSERT_EQ(near.size(), 2u);
  EXPECT_EQ(near[0].tiles.size(), 2u);
}

TEST(Chain, NeverCrossesTheEndOfARun) {
  const std::vector<match::Run> two = {{0, 40, 5, nullptr, false, 1},
                                       {45, 1000, 5, nullptr, false, 1}};
  EXPECT_EQ(chain({{0, 0, 40}, {45, 45, 40}}, two, kWhole).size(), 2u);
  EXPECT_EQ(chain({{0, 0, 40}, {45, 45, 40}}, kWhole, two).size(), 2u);
}

}  // namespace
}  // namespace whorl::internal::match
