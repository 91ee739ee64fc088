// What the report says about chance: thresholds, the limit that a class sets, and when no number is
// shown.
#include "jobs/compare/scoring/announcement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "in_memory.h"

namespace whorl::internal::compare::scoring {
namespace {

TEST(Calibration, EveryTableAscends) {
  for (const char* language : {"c", "cpp", "java", "python"}) {
    const Calibration* found = calibration_of("code:" + std::string(language) + "/k=7/winnow:w=2");
    ASSERT_NE(found, nullptr) << language;
    EXPECT_TRUE(std::ranges::is_sorted(found->bits)) << language;
    EXPECT_TRUE(std::ranges::is_sorted(found->scores)) << language;
  }
  EXPECT_EQ(calibration_of("code:rust/k=7/winnow:w=2"), nullptr);
  EXPECT_EQ(calibration_of("code:c/k=5/winnow:w=2"), nullptr);
}

TEST(Calibration, TheLastThresholdThatIsReachedCounts) {
  const Thresholds thresholds{1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(once_in(0.9, thresholds), 1u);
  EXPECT_EQ(once_in(1, thresholds), 10u);
  EXPECT_EQ(once_in(3.5, thresholds), 50u);
  EXPECT_EQ(once_in(1e9, thresholds), kMostPairs);
}

TEST(Calibration, AClassSupportsNoMoreThanTheRuleOfThree) {
  EXPECT_EQ(once_in_class(0, 0), 1u);
  EXPECT_EQ(once_in_class(12, 0), 16u);
  EXPECT_EQ(once_in_class(30, 0), 100u);
  EXPECT_EQ(once_in_class(150, 0), 2500u);
  EXPECT_EQ(once_in_class(150, 2), 900u);
  EXPECT_EQ(once_in_class(150, 150), 1u);
}

TEST(Alike, AreTheOthersWithAtLeastTheScoreOfThePair) {
  std::vector<PairMatch> matches(4);
  const auto set = [&](std::size_t i, std::uint32_t a, std::uint32_t b, double score) {
    matches[i].pair.a = a, matches[i].pair.b = b, matches[i].pair.score = score;
  };
  set(0, 0, 1, 0.9), set(1, 0, 2, 0.9), set(2, 1, 3, 0.5), set(3, 4, 5, 1);
  EXPECT_EQ(count_alike(matches, 6), (std::vector<std::uint32_t>{1, 1, 1, 0}));
}

// Unrelated programs, each with a loop of another shape.
std::string program(int number) {
  std::string text = "def main_" + std::to_string(number) + "(a, b):\n";
  for (int i = 0; i < 12; ++i) {
    const int shape = (number * 7 + i * (number + 3)) % 5;
    text += shape == 0   ? "    if a > b:\n        a = a - b\n"
            : shape == 1 ? "    while a:\n        a = a // 2\n"
            : shape == 2 ? "    b = [x for x in range(a)]\n"
            : shape == 3 ? "    print(a, b, sep='')\n"
                         : "    a, b = b, a % 10\n";
  }
  return text + "    return a\n";
}

const char* const kOwn =
    "class Tree:\n    def __init__(self, left, right, key):\n        self.left, self.right = left, "
    "right"
    "\n        self.key = key\n    def depth(self):\n        return 1 + max(self.left.depth() if "
    "self.left "
    "else 0, self.right.depth() if self.right else 0)\n    def walk(self, visit):\n        if "
    "self.left: "
    "self.left.walk(visit)\n        visit(self.key)\n        if self.right: "
    "self.right.walk(visit)\n"
    "    def find(self, key):\n        node = self\n        while node is not None and node.key != "
    "key:\n"
    "            node = node.left if key < node.key else node.right\n        return node\n";

CompareReport class_of(int others, const std::string& ending, int having = 0) {
  std::vector<SubmissionSource> sources;
  const auto add = [&](const std::string& name, const std::string& text) {
    sources.push_back(in_memory::one_file(name + ending, text));
  };
  add("ann", kOwn), add("bob", kOwn);
  for (int i = 0; i < others; ++i) {
    const std::string own = program(i) + program(i + 100) + program(i + 200);
    add("other" + std::to_string(i), i < having ? kOwn : own);
  }
  CompareOptions options;
  options.ranking.limit = 0;
  return in_memory::run(std::move(sources), options);
}

TEST(Announcement, GrowsWithTheClassUpToWhatTheValidationSetsSupport) {
  for (const auto& [others, most] : {std::pair{12, 16u}, {30, 100u}, {60, 400u}, {120, 1000u}}) {
    const CompareReport report = class_of(others, ".py");
    const Pair* pair = in_memory::pair_of(report, "ann.py", "bob.py");
    ASSERT_NE(pair, nullptr);
    EXPECT_EQ(pair->once_in, most) << others;
    EXPECT_EQ(pair->class_too_small, most < kMostPairs) << others;
  }
}

TEST(Announcement, WhatManyHaveIsNotRare) {
  const CompareReport report = class_of(40, ".py", 30);
  const Pair* pair = in_memory::pair_of(report, "ann.py", "bob.py");
  ASSERT_NE(pair, nullptr);
  EXPECT_LE(pair->once_in, 10u);
}

TEST(Announcement, NeedsAValidationSetAndAClass) {
  for (const auto& [others, ending] : {std::pair{40, ".rb"}, {9, ".py"}}) {
    const CompareReport report = class_of(others, ending);
    const Pair* pair =
        in_memory::pair_of(report, std::string("ann") + ending, std::string("bob") + ending);
    ASSERT_NE(pair, nullptr);
    EXPECT_EQ(pair->once_in, std::nullopt);
    EXPECT_EQ(report.not_estimated.size(), 1u);
  }
}

}  // namespace
}  // namespace whorl::internal::compare::scoring
