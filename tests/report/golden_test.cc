// Each writer is compared with a file that a person has checked. WHORL_UPDATE_GOLDEN=1 writes the
// files again.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "sample_report.h"
#include "whorl/writers.h"

namespace whorl::internal::compare::report {
namespace {

std::string golden_path(const std::string& name) {
  return std::string(WHORL_SOURCE_DIR) + "/tests/report/golden/" + name;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void expect_golden(const std::string& name, void (*write)(const CompareReport&, Sink&)) {
  StringSink sink;
  write(test::sample_report(), sink);
  if (std::getenv("WHORL_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(golden_path(name), std::ios::binary) << sink.text;
  }
  EXPECT_EQ(sink.text, contents(golden_path(name)));
}

TEST(Golden, Json) { expect_golden("report.json", write_json); }
TEST(Golden, PairsCsv) { expect_golden("pairs.csv", write_pairs_csv); }
TEST(Golden, StudentsCsv) { expect_golden("students.csv", write_students_csv); }
TEST(Golden, SkippedCsv) { expect_golden("skipped.csv", write_skipped_csv); }
TEST(Golden, Sarif) { expect_golden("report.sarif", write_sarif); }

TEST(Golden, TwoRunsGiveTheSamePage) {
  StringSink first;
  StringSink second;
  write_html(test::sample_report(), first);
  write_html(test::sample_report(), second);
  EXPECT_EQ(first.text, second.text);
}

}  // namespace
}  // namespace whorl::internal::compare::report
