// What tasks hand out to a range of ranks, written and read.
#include "jobs/collection/tasks/hands.h"

#include <gtest/gtest.h>

#include "../temp_folder.h"

namespace whorl::internal::tasks {
namespace {

using phases::Candidate;
using phases::HeldBack;
using phases::Rank;

class Hands : public testing::Test {
 protected:
  HandReader written(std::span<const Candidate> candidates, std::span<const HeldBack> held_back) {
    SectionWriter file;
    add_hand({}, {}, file);
    add_hand(candidates, held_back, file);
    EXPECT_TRUE(file.write(path_));
    return *HandReader::open(path_, 1);
  }

  test::TempFolder folder_{"hands"};
  const std::string path_ = folder_.path("hand");
};

TEST_F(Hands, AreReadDocumentByDocument) {
  const std::vector<Candidate> candidates = {
      {7, 0, 1}, {7, 5, 200}, {9, 8, 1}, {1'000'000, 3, 2}, {1'000'000, 999'999, 1}};
  const std::vector<HeldBack> held_back = {{8, 3}, {9, 8}};
  HandReader hand = written(candidates, held_back);
  std::vector<Candidate> read;
  std::vector<Rank> ends;
  for (const Rank own : {Rank{7}, Rank{8}, Rank{9}, Rank{1'000'000}}) {
    hand.take(own, read, ends.emplace_back(own));
  }
  EXPECT_EQ(read, candidates);
  EXPECT_EQ(ends, (std::vector<Rank>{7, 3, 8, 1'000'000}));
  EXPECT_TRUE(hand.is_whole());
}

TEST_F(Hands, SkipDocumentsThatAreNotTaken) {
  HandReader hand = written(std::vector<Candidate>{{7, 0, 1}, {7, 5, 2}, {9, 8, 1}, {12, 2, 3}},
                            std::vector<HeldBack>{{7, 6}, {9, 8}});
  std::vector<Candidate> read;
  Rank end = 11;
  hand.take(11, read, end);
  EXPECT_TRUE(read.empty());
  EXPECT_EQ(end, 11u);
  hand.take(12, read, end);
  EXPECT_EQ(read, (std::vector<Candidate>{{12, 2, 3}}));
}

TEST_F(Hands, AreNotWholeIfTheyEndTooEarly) {
  SectionWriter file;
  file.add(std::span<const std::uint8_t>(std::vector<std::uint8_t>{7, 9, 1}));
  file.add(std::span<const HeldBack>());
  ASSERT_TRUE(file.write(path_));
  HandReader hand = *HandReader::open(path_, 0);
  std::vector<Candidate> read;
  Rank end = 7;
  hand.take(7, read, end);
  EXPECT_FALSE(hand.is_whole());
  EXPECT_LT(read.size(), 9u);
}

}  // namespace
}  // namespace whorl::internal::tasks
