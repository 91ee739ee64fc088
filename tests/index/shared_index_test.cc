#include "passages/index/shared_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace whorl::internal::index {
namespace {

Owners everyone(std::uint32_t count) {
  Owners owners;
  for (std::uint32_t i = 0; i < count; ++i) owners.rank.push_back(i);
  owners.any_comparable = [](auto) { return true; };
  return owners;
}

std::vector<std::uint32_t> owners_of(const SharedIndex& index, std::uint32_t group) {
  std::vector<std::uint32_t> owners;
  for (const RankWord& w : index.sharers(group)) {
    for (std::uint32_t i = 0; i < 64; ++i) {
      if (w.bits >> i & 1) owners.push_back(64 * w.word + i);
    }
  }
  EXPECT_EQ(owners.size(), index.sharer_count(group));
  return owners;
}

TEST(SharedIndex, KeepsWhatTwoHave) {
  const SharedIndex index({{7, 0, 5}, {7, 1, 9}, {7, 1, 2}, {8, 0, 1}, {8, 0, 3}}, everyone(2), 1);
  ASSERT_EQ(index.groups(), 1u);
  EXPECT_THAT(owners_of(index, 0), testing::ElementsAre(0, 1));
  EXPECT_THAT(index.selected(1), testing::ElementsAre(SelectedKgram{0, 2}, SelectedKgram{0, 9}));
  EXPECT_THAT(index.selected(0), testing::ElementsAre(SelectedKgram{0, 5}));
}

TEST(SharedIndex, GroupsWithoutAComparablePairGo) {
  Owners owners = everyone(3);
  owners.rank = {2, 0, 1};
  std::vector<std::vector<std::uint32_t>> asked;
  owners.any_comparable = [&](std::span<const std::uint32_t> group) {
    asked.emplace_back(group.begin(), group.end());
    return std::ranges::count(group, 2u) != 0;
  };
  const SharedIndex index({{1, 0, 0}, {1, 1, 0}, {1, 1, 3}, {2, 1, 4}, {2, 2, 4}, {3, 2, 9}},
                          owners, 1);
  EXPECT_THAT(asked, testing::ElementsAre(testing::UnorderedElementsAre(0, 1),
                                          testing::UnorderedElementsAre(1, 2)));
  ASSERT_EQ(index.groups(), 1u);
  EXPECT_THAT(owners_of(index, 0), testing::ElementsAre(0, 1));  // the ranks of 1 and 2
  EXPECT_THAT(index.selected(0), testing::IsEmpty());
  EXPECT_EQ(index.rank_of(0), 2u);
}

TEST(SharedIndex, SharersComeByRank) {
  Owners owners = everyone(200);
  for (std::uint32_t i = 0; i < 200; ++i) owners.rank[i] = 199 - i;
  const SharedIndex index({{1, 199, 0}, {1, 0, 3}, {1, 70, 5}, {1, 70, 6}}, owners, 1);
  ASSERT_EQ(index.groups(), 1u);
  EXPECT_THAT(owners_of(index, 0), testing::ElementsAre(0, 129, 199));  // ranks
  EXPECT_THAT(index.selected(70), testing::ElementsAre(SelectedKgram{0, 5}, SelectedKgram{0, 6}));
}

TEST(SharedIndex, EmptyIsFine) {
  const SharedIndex index({}, everyone(0), 1);
  EXPECT_EQ(index.groups(), 0u);
  EXPECT_EQ(index.owners(), 0u);
}

TEST(SharedIndex, SameAtAnyThreadCountAndOrder) {
  std::mt19937_64 random(1);
  std::vector<Posting> postings;
  for (std::uint32_t i = 0; i < 50'000; ++i) {
    postings.push_back({random() % 9000, static_cast<std::uint32_t>(random() % 40), i});
  }
  const SharedIndex one(postings, everyone(40), 1);
  std::ranges::shuffle(postings, random);
  const SharedIndex many(postings, everyone(40), 7);
  ASSERT_EQ(one.groups(), many.groups());
  for (std::uint32_t owner = 0; owner < 40; ++owner) {
    EXPECT_TRUE(std::ranges::equal(one.selected(owner), many.selected(owner)));
  }
}

}  // namespace
}  // namespace whorl::internal::index
