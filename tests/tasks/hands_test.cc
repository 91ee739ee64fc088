// Writing and reading the files that tasks pass on for a range of ranks.
#include "jobs/collection/tasks/hands.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "../temp_folder.h"

namespace whorl::internal::tasks {
namespace {

using phases::Candidate;
using phases::Rank;

class Hands : public testing::Test {
 protected:
  HandReader written(std::span<const Candidate> candidates) {
    HandWriter hand(2, 2'000'000);
    for (auto begin = candidates.begin(), end = begin; begin != candidates.end(); begin = end) {
      end = std::ranges::upper_bound(begin, candidates.end(), begin->own, {}, &Candidate::own);
      hand.add({begin, end});
    }
    EXPECT_TRUE(hand.write(path_));
    return *HandReader::open(path_, 0);
  }

  test::TempFolder folder_{"hands"};
  const std::string path_ = folder_.path("hand");
};

TEST_F(Hands, AreReadDocumentByDocument) {
  const std::vector<Candidate> candidates = {
      {7, 0, 1}, {7, 5, 200}, {9, 8, 1}, {900'000, 3, 2}, {900'000, 899'999, 1}};
  HandReader hand = written(candidates);
  std::vector<Candidate> read;
  for (const Rank own : {Rank{7}, Rank{8}, Rank{9}, Rank{900'000}}) hand.take(own, read);
  EXPECT_EQ(read, candidates);
  EXPECT_TRUE(hand.is_whole());
}

TEST_F(Hands, HaveASectionForEachRange) {
  HandWriter hand(4, 100);
  hand.add(std::vector<Candidate>{{60, 3, 1}});
  hand.add(std::vector<Candidate>{{80, 9, 1}, {80, 70, 5}});
  ASSERT_TRUE(hand.write(path_));
  std::vector<Candidate> read;
  for (const std::uint32_t range : {0u, 1u}) HandReader::open(path_, range)->take(99, read);
  EXPECT_TRUE(read.empty());
  HandReader::open(path_, 2)->take(60, read);
  HandReader::open(path_, 3)->take(80, read);
  EXPECT_EQ(read, (std::vector<Candidate>{{60, 3, 1}, {80, 9, 1}, {80, 70, 5}}));
}

TEST_F(Hands, SkipDocumentsThatAreNotTaken) {
  HandReader hand = written(std::vector<Candidate>{{7, 0, 1}, {7, 5, 2}, {9, 8, 1}, {12, 2, 3}});
  std::vector<Candidate> read;
  hand.take(11, read);
  EXPECT_TRUE(read.empty());
  hand.take(12, read);
  EXPECT_EQ(read, (std::vector<Candidate>{{12, 2, 3}}));
}

TEST_F(Hands, AreNotWholeIfTheyEndTooEarly) {
  SectionWriter file;
  file.add(std::span<const std::uint8_t>(std::vector<std::uint8_t>{7, 9, 1}));
  ASSERT_TRUE(file.write(path_));
  HandReader hand = *HandReader::open(path_, 0);
  std::vector<Candidate> read;
  hand.take(7, read);
  EXPECT_FALSE(hand.is_whole());
  EXPECT_LT(read.size(), 9u);
}

}  // namespace
}  // namespace whorl::internal::tasks
