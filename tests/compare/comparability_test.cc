#include "jobs/compare/corpus/comparability.h"

#include <gtest/gtest.h>

#include <random>

namespace whorl::internal::compare::corpus {
namespace {

Submission of(std::string student, bool archived) {
  Submission submission;
  submission.student = std::move(student);
  submission.archived = archived;
  return submission;
}

TEST(Comparability, LeavesOutAttemptsOfOneStudentAndTheArchivedAmongThemselves) {
  const Comparability rules({of("ann", false), of("ann", false), of("ann", true), of("bob", true),
                             of("", false), of("", false)});
  EXPECT_EQ(rules.students(), 4u);
  EXPECT_FALSE(rules.comparable(0, 1));
  EXPECT_FALSE(rules.comparable(0, 2));
  EXPECT_FALSE(rules.comparable(2, 3));
  EXPECT_TRUE(rules.comparable(0, 3));
  EXPECT_TRUE(rules.comparable(4, 5));
}

TEST(Comparability, AnyPairIsWhatTryingAllOfThemSays) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    std::vector<Submission> submissions;
    std::vector<std::uint32_t> group;
    for (std::uint32_t i = 0; i < 2 + random() % 4; ++i) {
      submissions.push_back(of(std::string(1, "abc"[random() % 3]), random() % 2 == 0));
      group.push_back(i);
    }
    const Comparability rules(submissions);
    bool any = false;
    for (const std::uint32_t a : group) {
      for (const std::uint32_t b : group) any = any || rules.comparable(a, b);
    }
    EXPECT_EQ(rules.any_comparable(group), any);
  }
}

}  // namespace
}  // namespace whorl::internal::compare::corpus
