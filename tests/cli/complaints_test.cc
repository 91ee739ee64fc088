// Complaints of users of other tools that only the whole program can answer; tests name the tool
// and the number of the thread. tests/compare/complaints_test.cc has the others, and
// tests/cli/scale_test.py those about time and memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/flags.h"
#include "run_program.h"

namespace whorl::cli {
namespace {

using testing::HasSubstr;

const std::string kProgram = R"(
int gcd(int a, int b) {
  while (b != 0) { int rest = a % b; a = b; b = rest; }
  if (a < 0) return -a; else return a;
}
void table(int n) { for (int i = 1; i <= n; i++) printf("%d %d\n", i, gcd(i, n)); }
)";

class Complaints : public testing::Test {
 protected:
  test::Outcome compare(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "compare");
    const test::Outcome outcome = test::run({.arguments = arguments, .folder = folder_.path()});
    EXPECT_EQ(outcome.status, kDone) << outcome.err;
    return outcome;
  }
  nlohmann::json json(const std::string& name) const {
    return nlohmann::json::parse(folder_.read(name));
  }

  test::TemporaryFolder folder_;
};

TEST_F(Complaints, Jplag1445SameNamesInTwoYears) {
  for (const char* year : {"2025", "2026"}) {
    folder_.write(std::string(year) + "/ann/main.c", kProgram);
  }
  compare({"2026", "--archive", "2025", "--json", "r.json", "-q"});
  const auto report = json("r.json");
  ASSERT_EQ(report.at("pairs").size(), 1u);
  EXPECT_EQ(report.at("pairs").at(0).at("a"), "2025/ann");
  EXPECT_EQ(report.at("pairs").at(0).at("b"), "2026/ann");
}

TEST_F(Complaints, Compare50_102PairsAsCsv) {
  for (const char* name : {"ann", "ben", "cem"}) {
    folder_.write("hw/" + std::string(name) + "/main.c", kProgram);
  }
  compare({"hw", "--csv", "pairs.csv", "-q"});
  const std::string csv = folder_.read("pairs.csv");
  EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 3);  // the header, and one row per pair
  EXPECT_THAT(csv, HasSubstr("ann,ben,,,1,"));
}

// This also answers users who download the pages of MOSS and want a report that does not expire.
TEST_F(Complaints, Jplag1934OneHtmlFileForTheBoard) {
  folder_.write("hw/ann/main.c", kProgram);
  folder_.write("hw/ben/main.c", kProgram);
  compare({"hw", "-o", "report", "-q"});
  const std::string page = folder_.read("report/report.html");
  EXPECT_THAT(page, HasSubstr("id=\"whorl-report\""));
  EXPECT_THAT(page, HasSubstr("id=\"whorl-text-0\""));
  // Nothing is loaded from other files or servers.
  for (const char* fetched :
       {"<script src", " src=\"/", "rel=\"stylesheet\"", "@import", "url(http"}) {
    EXPECT_EQ(page.find(fetched), std::string::npos) << fetched;
  }
}

// Python salts its hash for each run; compare50 and copydetect use it.
TEST_F(Complaints, Compare50RunsDoNotDiffer) {
  for (const char* name : {"ann", "ben", "cem"}) {
    folder_.write("hw/" + std::string(name) + "/main.c", kProgram);
  }
  compare({"hw", "-o", "one", "-q"});
  compare({"hw", "-o", "two", "-q"});
  for (const char* name : {"report.html", "report.json", "pairs.csv"}) {
    EXPECT_EQ(folder_.read(std::string("one/") + name), folder_.read(std::string("two/") + name));
  }
}

}  // namespace
}  // namespace whorl::cli
