#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "jobs/compare/report/students.h"
#include "sample_report.h"
#include "whorl/writers.h"

namespace whorl::internal::compare::report {
namespace {

using ::testing::ElementsAre;

std::string row_of(const std::string& name) {
  CompareReport report = test::sample_report();
  report.submissions[0].name = name;
  report.pairs.resize(1);
  StringSink sink;
  write_pairs_csv(report, sink);
  return sink.text.substr(sink.text.find("\r\n") + 2);
}

TEST(Csv, FormulasBecomeText) {
  for (const std::string name : {"=1+1", "+1", "-1", "@sum(a)", "\tx"}) {
    EXPECT_TRUE(row_of(name).starts_with("'" + name + ",")) << name;
  }
  EXPECT_TRUE(row_of("a=1").starts_with("a=1,"));
}

TEST(Csv, QuotesCommasAndLineEndsAreQuoted) {
  EXPECT_TRUE(row_of("a\"b").starts_with("\"a\"\"b\","));
  EXPECT_TRUE(row_of("a,b").starts_with("\"a,b\","));
  EXPECT_TRUE(row_of("a\nb").starts_with("\"a\nb\","));
  EXPECT_TRUE(row_of("\rb").starts_with("\"'\rb\","));
}

TEST(Csv, NulAndInvalidBytesAreSpelled) {
  EXPECT_TRUE(row_of(std::string("a\0b", 3)).starts_with("a\\x00b,"));
  EXPECT_TRUE(row_of("a\xFFz").starts_with("a\\xffz,"));
}

TEST(Csv, AVerdictIsFoundWhicheverSideComesFirst) {
  CompareReport report = test::sample_report();
  std::swap(report.review[0].a, report.review[0].b);
  StringSink sink;
  write_pairs_csv(report, sink);
  EXPECT_NE(sink.text.find(",copied,"), std::string::npos);
}

std::vector<std::string> students(const CompareReport& report) {
  StringSink sink;
  write_students_csv(report, sink);
  std::vector<std::string> lines;
  std::istringstream text(sink.text);
  for (std::string line; std::getline(text, line);)
    lines.push_back(line.substr(0, line.size() - 1));
  return lines;
}

CompareReport four_students() {
  CompareReport report;
  for (const char* name : {"Ann", "Bob", "Cleo 1", "Cleo 2", "Old"}) {
    report.submissions.push_back(test::submission(name, {}));
  }
  report.submissions[1].group = "B";
  report.submissions[1].path = "Bob_1_assignsubmission_file_";
  report.submissions[2].student = report.submissions[3].student = "Cleo";
  report.submissions[4].archived = true;
  const auto pair = [](std::uint32_t a, std::uint32_t b, double score,
                       std::optional<std::uint64_t> once_in) {
    Pair made;
    made.a = a;
    made.b = b;
    made.score = score;
    made.once_in = once_in;
    return made;
  };
  report.pairs = {pair(1, 3, 0.75, 100), pair(1, 4, 0.5, 99), pair(2, 4, 0.25, std::nullopt)};
  return report;
}

TEST(StudentsCsv, BestMatchOfEachStudent) {
  EXPECT_THAT(students(four_students()),
              ElementsAre("\xEF\xBB\xBFstudent,group,best_match,score,once_in,notable,pairs,path",
                          "Bob,B,Cleo,0.75,100,1,2,Bob_1_assignsubmission_file_",
                          "Cleo,,Bob,0.75,100,1,2,", "Ann,,,,,0,0,"));
}

// The page and the tables have the same number.
TEST(StudentsCsv, NotablePairsAreTheUpperGroup) {
  const auto notable = [](const std::vector<double>& scores, std::uint32_t also_in = 0) {
    CompareReport report;
    report.submissions.resize(10);
    for (const double score : scores) {
      report.pairs.emplace_back().score = score;
      report.pairs.back().also_in = also_in;
    }
    return notable_pairs(report).pairs;
  };
  EXPECT_THAT(notable({}), ElementsAre());
  EXPECT_THAT(notable({0.95, 0.9, 0.6, 0.55}), ElementsAre(true, true, false, false));
  EXPECT_THAT(notable({0.4, 0.1}), ElementsAre(false, false));  // none reaches one half
  EXPECT_THAT(notable({0.6, 0.1}, 2), ElementsAre(true, false));
  EXPECT_THAT(notable({0.6, 0.1}, 3), ElementsAre(false, false));  // a common source
}

TEST(Csv, TablesBeginWithTheMarkByWhichExcelKnowsUtf8) {
  for (const auto write : {write_pairs_csv, write_skipped_csv, write_students_csv}) {
    StringSink sink;
    write(test::sample_report(), sink);
    EXPECT_TRUE(sink.text.starts_with("\xEF\xBB\xBF"));
  }
}

TEST(Csv, PathsAndTimesOfHandInsFollow) {
  CompareReport report = test::sample_report();
  report.pairs.resize(1);
  report.submissions[0].path = "Ann_1_assignsubmission_file_";
  report.submissions[0].handed_in = "2026-03-01T10:00:00Z";
  StringSink sink;
  write_pairs_csv(report, sink);
  EXPECT_NE(sink.text.find(",note,also_in,path_a,path_b,handed_in_a,handed_in_b\r\n"),
            std::string::npos);
  EXPECT_TRUE(sink.text.ends_with(",0,Ann_1_assignsubmission_file_,,2026-03-01T10:00:00Z,\r\n"));
}

}  // namespace
}  // namespace whorl::internal::compare::report
