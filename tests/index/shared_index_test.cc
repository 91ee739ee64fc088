#include "index/shared_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace whorl::internal::index {
namespace {

OwnerRules everyone(std::uint32_t owners) {
  OwnerRules rules;
  for (std::uint32_t i = 0; i < owners; ++i) rules.student.push_back(i);
  rules.archived.resize(owners);
  rules.rank = rules.student;
  return rules;
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

TEST(SharedIndex, AttemptsOfOneStudentShareNothing) {
  OwnerRules rules = everyone(3);
  rules.student = {0, 0, 1};
  const SharedIndex index({{1, 0, 0}, {1, 1, 0}, {2, 1, 4}, {2, 2, 4}}, rules, 1);
  ASSERT_EQ(index.groups(), 1u);
  EXPECT_THAT(owners_of(index, 0), testing::ElementsAre(1, 2));
}

TEST(SharedIndex, ArchivedOnesAmongThemselvesShareNothing) {
  OwnerRules rules = everyone(3);
  rules.archived = {true, true, false};
  const SharedIndex index({{1, 0, 0}, {1, 1, 0}, {2, 1, 4}, {2, 2, 4}}, rules, 1);
  ASSERT_EQ(index.groups(), 1u);
  EXPECT_THAT(owners_of(index, 0), testing::ElementsAre(1, 2));
}

TEST(SharedIndex, SharersComeByRank) {
  OwnerRules rules = everyone(200);
  for (std::uint32_t i = 0; i < 200; ++i) rules.rank[i] = 199 - i;
  const SharedIndex index({{1, 199, 0}, {1, 0, 3}, {1, 70, 5}, {1, 70, 6}}, rules, 1);
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
