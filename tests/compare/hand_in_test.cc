#include "jobs/compare/submissions/hand_in.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace whorl::internal::compare::submissions {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TimeWrittenTest, FormsOfTablesAndNamesBecomeOne) {
  EXPECT_EQ(time_written("2026-03-01"), "2026-03-01");
  EXPECT_EQ(time_written(" 2026-03-01T10:00Z "), "2026-03-01T10:00:00Z");
  EXPECT_EQ(time_written("2026-03-01 10:00:07 +0200"), "2026-03-01T10:00:07+02:00");
  EXPECT_EQ(time_written("2026-03-01 10:00:07.123456789 Z"), "2026-03-01T10:00:07Z");
  EXPECT_EQ(time_written("2026-03-01 10:00:07 UTC"), "2026-03-01T10:00:07Z");
  EXPECT_EQ(time_written("2026-03-01-10-11-12"), "2026-03-01T10:11:12");
}

TEST(TimeWrittenTest, WhatIsNoTimeIsEmpty) {
  for (const char* text : {"", "first", "2", "2026-13-01", "2026-02-30", "2026-03-01 24:00",
                           "2026-03-01 10:60", "v2026-03-01", "2026-03-01 10:00:00 CET"}) {
    EXPECT_EQ(time_written(text), "") << text;
  }
  EXPECT_EQ(time_written("2026-03-01 10:00:00." + std::string(100'000, '0')), "");
}

constexpr std::int64_t kMorning = 1'772'359'200;  // 2026-03-01T10:00:00Z

std::vector<SubmissionSource> with_times(const std::vector<std::int64_t>& times) {
  std::vector<SubmissionSource> submissions;
  for (const std::int64_t time : times) {
    submissions.push_back({"s" + std::to_string(submissions.size()), ""});
    submissions.back().documents = {{"early.c", "", time - 86'400}, {"main.c", "", time}};
  }
  return submissions;
}

std::vector<std::string> dated(std::vector<SubmissionSource> submissions) {
  date_by_files(submissions);
  std::vector<std::string> dates;
  for (const SubmissionSource& submission : submissions) {
    EXPECT_EQ(submission.dated_by.empty(), submission.handed_in.empty());
    dates.push_back(submission.handed_in);
  }
  return dates;
}

TEST(DateByFilesTest, LatestFileDatesASubmission) {
  EXPECT_THAT(dated(with_times({kMorning, kMorning + 3600, kMorning + 7261})),
              ElementsAre("2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z", "2026-03-01T12:01:01Z"));
}

TEST(DateByFilesTest, TimesOfACopyAreNoHandIns) {
  const auto nothing = Each(IsEmpty());
  EXPECT_THAT(dated(with_times({kMorning, kMorning, kMorning})), nothing);
  EXPECT_THAT(dated(with_times({kMorning, kMorning + 60, kMorning + 120})), nothing);  // 2 minutes
  EXPECT_THAT(dated(with_times({kMorning, kMorning + 7200})), nothing);                // of two
  // One file was edited after a checkout.
  EXPECT_THAT(dated(with_times({kMorning, kMorning, kMorning, kMorning, kMorning + 86'400})),
              nothing);
  EXPECT_THAT(dated(with_times({0, 315'532'800, 0, kMorning})), nothing);  // none, and 1980
}

TEST(DateByFilesTest, WhatATableSaysStays) {
  auto submissions = with_times({kMorning, kMorning + 3600, kMorning + 7200, kMorning + 9000});
  submissions[1].handed_in = "2025-01-01";
  submissions[1].dated_by = "metadata";
  EXPECT_THAT(dated(submissions), ElementsAre("2026-03-01T10:00:00Z", "2025-01-01",
                                              "2026-03-01T12:00:00Z", "2026-03-01T12:30:00Z"));
}

}  // namespace
}  // namespace whorl::internal::compare::submissions
