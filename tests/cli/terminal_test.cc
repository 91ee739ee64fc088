// What the terminal shows while compare runs and when it is done.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run_progress.h"
#include "cli/summary.h"
#include "cli/text.h"

namespace whorl::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(ProgressLine, TellsWhatIsKnown) {
  EXPECT_EQ(progress_line({"reading", 0, 0}, 0, 5), "reading");
  EXPECT_EQ(progress_line({"reading", 0, 0}, 17, 5), "reading: 17 files");
  EXPECT_EQ(progress_line({"of others", 0, 0}, 17, 5), "of others: 17");
  EXPECT_EQ(progress_line({"reading documents", 400'000'000, 0}, 100'000'000, 10),
            "reading documents: 100.0 of 400.0 MB (25 %), about 30 s left");
  EXPECT_EQ(progress_line({"matching", 200, 0}, 50, 0.5), "matching: 50 of 200 submissions (25 %)");
  EXPECT_EQ(progress_line({"matching", 200, 0}, 50, 30),
            "matching: 50 of 200 submissions (25 %), about 1 min 30 s left");
  EXPECT_EQ(progress_line({"matching", 200, 0}, 300, 30),
            "matching: 200 of 200 submissions (100 %), about 0 s left");
}

TEST(RunProgress, KeepsThePhases) {
  RunProgress progress(false);
  progress.phase("one", 3);
  progress.advance(3);
  progress.phase("two", 0);
  progress.finish();
  ASSERT_EQ(progress.phases().size(), 2u);
  EXPECT_EQ(progress.phases()[0].name, "one");
  const auto json = nlohmann::json::parse(timings_json(progress.phases(), 1.5));
  EXPECT_EQ(json.at("phases").at(1).at("name"), "two");
  EXPECT_EQ(json.at("seconds"), 1.5);
  EXPECT_GT(json.at("peak_rss_bytes").get<std::uint64_t>(), 1u << 20);
}

CompareReport report_of(std::size_t pairs) {
  CompareReport report;
  report.submissions.resize(2);
  report.submissions[0].name = "week1/ann\x1b[31m";
  report.submissions[1].name = std::string(300, 'x') + "/ben";
  Pair pair;
  pair.b = 1;
  pair.score = 0.9999;
  pair.containment_a = 0.9999;
  report.pairs.assign(pairs, pair);
  return report;
}

TEST(Summary, KeepsToTheWidthAndEscapesNames) {
  const std::string text = summary(report_of(3), 80);
  EXPECT_THAT(text, HasSubstr("ann\\x1b[31m"));
  EXPECT_THAT(text, HasSubstr("99 %"));  // never rounded up to 100
  for (const std::string_view line : split(text, '\n')) EXPECT_LE(display_width(line), 80u);
}

TEST(Summary, SaysWhatIsNotShown) {
  CompareReport report = report_of(25);
  report.omitted_pairs = 7;
  report.skipped.assign(8, {"a.pdf", "it is encrypted", SkipKind::skipped});
  report.skipped.push_back({"b.txt", "3 bytes were replaced", SkipKind::fallback});
  const std::string text = summary(report, 80);
  EXPECT_THAT(text, HasSubstr("and 5 more pairs in the report"));
  EXPECT_THAT(text, HasSubstr("32 pairs share a passage; the report lists the best 25, "
                              "--limit 0 lists all."));
  EXPECT_THAT(text, HasSubstr("8 inputs skipped"));
  EXPECT_THAT(text, HasSubstr("3 more, all in the report"));
  EXPECT_THAT(text, HasSubstr("1 input with a note"));
}

// Mentions --limit only if it was given; another flag that cut the list is mentioned instead.
TEST(Summary, NamesTheFlagThatWasGiven) {
  CompareReport report = report_of(3);
  report.omitted_pairs = 4;
  report.run = RunDescription{"1", "2026-05-01", "", {{"min-similarity", "50%", true}}};
  EXPECT_THAT(summary(report, 80), HasSubstr("7 pairs share a passage, 3 of them above "
                                             "--min-similarity and in the report."));
}

TEST(Summary, NamesASkippedPathOnce) {
  EXPECT_EQ(skipped_line({"url.jsonl", "url.jsonl: line 1 has no text", SkipKind::skipped}, 60),
            "url.jsonl: line 1 has no text");
  EXPECT_EQ(skipped_line({"a.zip", "it is encrypted", SkipKind::skipped}, 60),
            "a.zip: it is encrypted");
}

TEST(Summary, OfNothing) {
  EXPECT_THAT(summary(CompareReport{}, 80),
              StartsWith("0 submissions in 0 files; no pair shares a passage.\n"));
}

// An empty folder, or a file where a folder was meant, must not look like a clean bill.
TEST(Summary, SaysThatOneSubmissionIsNotEnough) {
  CompareReport report = report_of(0);
  EXPECT_THAT(summary(report, 80), Not(HasSubstr("needs two submissions")));
  report.submissions.resize(1);
  EXPECT_THAT(summary(report, 80), HasSubstr("needs two submissions"));
  EXPECT_THAT(summary(report, 80), HasSubstr("--by"));
}

}  // namespace
}  // namespace whorl::cli
