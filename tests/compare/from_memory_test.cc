// compare() of submissions in memory gives the same report as from files; also bad input, and
// several calls at once.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <thread>

#include "../input/temp_folder.h"
#include "in_memory.h"
#include "whorl/writers.h"

namespace whorl {
namespace {

using namespace in_memory;

std::string json(const CompareReport& report) {
  StringSink sink;
  write_json(report, sink);
  return sink.text;
}

struct Course {
  std::vector<SubmissionSource> submissions;
  std::vector<Document> base;
};

Course course() {
  std::mt19937 random(5);
  const std::string given = c_function(random, "given", 30), shared = c_function(random, "f", 50);
  Course out;
  for (const std::string name : {"cid", "ann", "bob", "2025"}) {
    const std::string code = given + shared + c_function(random, name, 30);
    out.submissions.push_back(
        submission(name, {{name + "/z.txt", prose(random, 60)}, {name + "/main.c", code}}));
  }
  out.submissions.back().archived = true;
  out.base = {{"given.c", given}};
  return out;
}

Result<CompareReport> compared(Course course, const CompareOptions& options = {}) {
  NoProgress progress;
  return compare(std::move(course.submissions), std::move(course.base), options, progress);
}

TEST(FromMemory, GivesTheBytesThatFilesGive) {
  const Course given = course();
  internal::input::TempFolder folder;
  CompareOptions options;
  for (const SubmissionSource& submission : given.submissions) {
    const std::string year = submission.archived ? "old/" : "new/";
    for (const Document& document : submission.documents) {
      folder.write(year + document.name, document.bytes);
    }
  }
  folder.write("given.c", given.base[0].bytes);
  options.input.paths = {folder.at("new")};
  options.input.archives = {folder.at("old")};
  options.input.base = {folder.at("given.c")};
  options.input.by = SubmissionUnit::directory;
  NoProgress progress;
  const auto from_files = compare(options, progress);
  const auto from_memory = compared(given);
  ASSERT_TRUE(from_files.has_value() && from_memory.has_value());
  ASSERT_EQ(from_memory->pairs.size(), 6u);
  EXPECT_EQ(json(*from_memory), json(*from_files));
}

TEST(FromMemory, BadInputIsAnErrorThatNamesIt) {
  const auto error = [](auto change) {
    Course bad = course();
    CompareOptions options;
    change(bad, options);
    const auto report = compared(std::move(bad), options);
    if (report) return std::string();
    EXPECT_EQ(report.error().code, ErrorCode::invalid_argument);
    return report.error().message;
  };
  using Options = CompareOptions;
  EXPECT_EQ(error([](Course&, Options&) {}), "");
  EXPECT_THAT(error([](Course& c, Options&) { c.submissions.clear(); }),
              testing::HasSubstr("no submission"));
  EXPECT_THAT(error([](Course& c, Options&) { c.submissions[0].name = "bob"; }),
              testing::HasSubstr("two submissions are called 'bob'"));
  EXPECT_THAT(error([](Course& c, Options&) { c.submissions[0].name.clear(); }),
              testing::HasSubstr("submission has no name"));
  EXPECT_THAT(error([](Course& c, Options&) { c.submissions[0].documents[0].name = "cid/main.c"; }),
              testing::HasSubstr("two documents of submission 'cid' are called 'cid/main.c'"));
  EXPECT_THAT(error([](Course& c, Options&) { c.base[0].name.clear(); }),
              testing::HasSubstr("document of the base code has no name"));
  EXPECT_THAT(error([](Course&, Options& o) { o.input.paths = {"x"}; }),
              testing::HasSubstr("from memory"));
  EXPECT_THAT(error([](Course&, Options& o) {
                o.ranking.min_similarity = std::numeric_limits<double>::quiet_NaN();
              }),
              testing::HasSubstr("from 0 to 1"));
  EXPECT_THAT(error([](Course&, Options& o) {
                o.matching.max_share = MaxShare{std::nan(""), true};
              }),
              testing::HasSubstr("share"));
  for (const std::uint32_t k : {0u, (1u << 20) + 1, UINT32_MAX}) {
    EXPECT_THAT(error([&](Course&, Options& o) { o.matching.noise = k; }),
                testing::HasSubstr("from 1 to"));
  }
  EXPECT_THAT(error([](Course&, Options& o) { o.matching.guarantee = 0; }),
              testing::HasSubstr("guarantee"));
  EXPECT_THAT(error([](Course&, Options& o) { o.matching.guarantee = UINT32_MAX; }),
              testing::HasSubstr("guarantee"));
  EXPECT_THAT(error([](Course&, Options& o) { o.ranking.sort = "beauty"; }),
              testing::HasSubstr("'beauty' to sort by"));
}

TEST(FromMemory, NoPathsIsAnError) {
  NoProgress progress;
  const auto report = compare(CompareOptions(), progress);
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().code, ErrorCode::invalid_argument);
}

TEST(FromMemory, DocumentsThatHoldNoTextAreListed) {
  Course odd = course();
  odd.submissions[0].documents = {{"cid/empty.c", ""}, {"cid/nul.c", std::string(500, '\0')}};
  odd.submissions[1].documents.clear();
  const auto report = compared(odd);
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->submissions.size(), 4u);
  EXPECT_EQ(report->pairs.size(), 1u);  // bob and the archive
  EXPECT_THAT(report->skipped, testing::Contains(testing::Field(&Skipped::path, "cid/nul.c")));
}

TEST(FromMemory, TheLargestFilesAreListedWhereAllAreTooMuch) {
  CompareOptions options;
  options.memory = 256 << 20;
  for (const unsigned threads : {1u, 4u}) {
    options.threads = threads;
    Course many = course();
    // Greek letters take six bytes each once they are prepared; they may use half of the memory.
    std::string greek;
    while (greek.size() < 6 << 20) greek += "\u03B1\u03B2";
    for (const std::string name : {"x1", "x2", "x3", "x4", "x5", "x6", "x7"}) {
      many.submissions.push_back(submission(name, {{name + "/essay.txt", greek}}));
    }
    many.submissions.push_back(submission("huge", {{"huge/essay.txt", greek + greek}}));
    const auto report = compared(std::move(many), options);
    ASSERT_TRUE(report) << report.error().message;
    std::vector<std::string> losses;
    for (const Skipped& skipped : report->skipped) {
      losses.push_back(skipped.path + " " + skipped.reason);
    }
    EXPECT_THAT(
        losses,
        testing::ElementsAre(
            "huge/essay.txt is too large for the memory limit: 12 MiB of at most 8 MiB; "
            "give --memory 385M",
            "x7/essay.txt is too large for the memory limit together with the smaller files; "
            "give more --memory"));
  }
}

TEST(FromMemory, EightCallsAtOnce) {
  const std::string expected = json(*compared(course()));
  std::vector<std::string> reports(8);
  CompareOptions two_threads;
  two_threads.threads = 2;
  std::vector<std::thread> callers;
  for (std::string& report : reports) {
    callers.emplace_back([&report, &two_threads] {
      for (int i = 0; i < 3; ++i) report = json(*compared(course(), two_threads));
    });
  }
  for (std::thread& caller : callers) caller.join();
  for (const std::string& report : reports) EXPECT_EQ(report, expected);
}

}  // namespace
}  // namespace whorl
