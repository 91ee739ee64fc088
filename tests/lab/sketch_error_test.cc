// Sketches of made pairs: what is kept, how far it is off, and what the intervals hold.
#include <gtest/gtest.h>

#include "../temp_folder.h"
#include "lab/made_pairs.h"
#include "run.h"

namespace whorl::test {
namespace {

TEST(SketchError, MadePairsReachFromNothingToAll) {
  const auto pairs = internal::lab::made_pairs(99, 5);
  ASSERT_EQ(pairs.pairs.size(), 99u);
  for (std::size_t i = 0; i < 99; ++i) {
    EXPECT_NEAR(pairs.pairs[i].resemblance, static_cast<double>(i + 1) / 100, .003);
  }
}

TEST(SketchError, FallsWithTheRootOfWhatIsKept) {
  LabOptions options;
  options.trials = 60;
  options.draws = 3;
  const LabReport report = run("sketch-error", options);
  const LabTable& rows = table(report, "sketches");
  const double small = figure(rows, "min:100", "mean error");
  const double large = figure(rows, "min:400", "mean error");
  EXPECT_NEAR(small / large, 2, .6);
  EXPECT_EQ(figure(rows, "min:100", "bytes a text"), 800);
  EXPECT_EQ(count(rows, "min:25", "estimates"), 180u);
  for (const char* sketch : {"min:100", "min:400", "mod:25", "vi"}) {
    EXPECT_GE(figure(rows, sketch, "resemblance held"), .9) << sketch;
    EXPECT_LE(figure(rows, sketch, "resemblance held"), 1) << sketch;
    EXPECT_GE(figure(rows, sketch, "containment held"), .9) << sketch;
  }
}

// The curves are those that are expected, and the prefix filter's is a step.
TEST(SketchError, FindsPairsByResemblance) {
  LabOptions options;
  options.trials = 40;
  options.draws = 1;
  const LabReport report = run("sketch-error", options);
  const LabTable& found = table(report, "found by resemblance");
  ASSERT_EQ(found.rows.size(), 19u);
  for (const auto& row : found.rows) {
    const double r = std::get<double>(row[0]);
    EXPECT_EQ(std::get<double>(row[column(found, "exact, from .5")]), r >= .5 ? 1 : 0) << r;
    for (const std::string method : {"bands:14x8", "bands:20x2"}) {
      EXPECT_NEAR(std::get<double>(row[column(found, method)]),
                  std::get<double>(row[column(found, "expected of " + method)]), .3)
          << method << " " << r;
    }
  }
  EXPECT_EQ(report.plot->series.size(), 5u);
}

// Few of a part's fingerprints among few of the whole: the resemblance; all: the containment.
TEST(SketchError, ReachesFromResemblanceToContainment) {
  LabOptions options;
  options.trials = 80;
  options.draws = 1;
  const LabReport report = run("sketch-error", options);
  const LabTable& few = table(report, "few to all fingerprints of a part");
  const auto at = [&](const auto& row, const char* name) {
    return std::get<double>(row[column(few, name)]);
  };
  EXPECT_NEAR(at(few.rows.front(), "found among as many"), .125, .15);
  EXPECT_NEAR(at(few.rows.back(), "found among as many"), 1, .02);
  for (const auto& row : few.rows) EXPECT_NEAR(at(row, "found among all"), 1, .02);
}

// Every sketch is measured by equally many estimates; none of them is exact.
TEST(SketchError, HasNoExactEstimates) {
  LabOptions options;
  options.trials = 20;
  options.draws = 2;
  const LabReport report = run("sketch-error", options);
  const LabTable& rows = table(report, "sketches");
  for (const auto& row : rows.rows) {
    EXPECT_EQ(std::get<std::uint64_t>(row[column(rows, "estimates")]), 40u);
  }
}

TEST(SketchError, TakesTextsAndPairs) {
  const TempFolder folder("sketch_error");
  std::string words;
  for (int i = 0; i < 3000; ++i) words += "w" + std::to_string(i * 7919 % 10007) + " ";
  std::filesystem::create_directories(folder / "files");
  folder.write("files/a", words);
  folder.write("files/b", words.substr(0, words.size() / 2) + "and more");
  folder.write("files/c", "nothing of it");
  folder.write("pairs.tsv", "a\tb\tlabel\na\tb\tpart\n");
  LabOptions options;
  options.draws = 1;
  for (const char* path : {"files", "pairs.tsv"}) {
    options.paths = {folder.path(path)};
    const LabReport report = run("sketch-error", options);
    EXPECT_EQ(report.settings[0].second, "1") << path;
    EXPECT_EQ(count(table(report, "sketches"), "min:25", "estimates"), 1u) << path;
  }
}

}  // namespace
}  // namespace whorl::test
