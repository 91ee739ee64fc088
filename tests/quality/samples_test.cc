// Samples of other tools for which the correct answer is obvious.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "quality/labelled_data.h"
#include "whorl/compare.h"
#include "whorl/progress.h"

namespace whorl::quality {
namespace {

namespace fs = std::filesystem;

class Samples : public testing::Test {
 protected:
  void SetUp() override {
    const auto folder = data_.folder("tool-samples");
    if (!folder) GTEST_SKIP() << absence("tool-samples");
    files_ = *folder / "files";
  }

  // Compares two files alone and returns their pair; zeros if the report leaves it out.
  Pair pair_of(const std::string& a, const std::string& b, const std::string& base = {}) {
    CompareOptions options;
    options.input.paths = {(files_ / a).string(), (files_ / b).string()};
    if (!base.empty()) options.input.base = {(files_ / base).string()};
    return only_pair(options);
  }

  static Pair only_pair(const CompareOptions& options) {
    NoProgress quiet;
    const Result<CompareReport> report = compare(options, quiet);
    if (!report) {
      ADD_FAILURE() << report.error().message;
      return {};
    }
    EXPECT_LE(report->pairs.size(), 1u);
    return report->pairs.empty() ? Pair{} : report->pairs.front();
  }

  fs::path files_;

 private:
  LabelledData data_;
};

double greater_containment(const Pair& pair) {
  return std::max(pair.containment_a, pair.containment_b);
}

TEST_F(Samples, RenamedVariablesAreAllButACompleteCopy) {
  const std::string folder = "dolos/python/benchmark_files/";
  const Pair pair = pair_of(folder + "UPGMA_A_copy.py", folder + "UPGMA_A_variablenames.py");
  EXPECT_GT(pair.score, .99);
  EXPECT_LT(pair.score, 1);
  EXPECT_EQ(pair.similarity, 1);
  ASSERT_EQ(pair.passages.size(), 1u);
  EXPECT_EQ(pair.passages.front().kind, PassageKind::renamed);
  // The original has one additional stray letter.
  const Pair original = pair_of(folder + "UPGMA_A.py", folder + "UPGMA_A_variablenames.py");
  EXPECT_EQ(greater_containment(original), 1);
  EXPECT_GE(original.score, .99);
}

TEST_F(Samples, CommentsAndWhiteSpaceAreNothing) {
  for (const std::string variant : {"SortAlgo1.java", "SortAlgo2.java"}) {
    const Pair pair = pair_of("jplag-sortAlgo/SortAlgo.java", "jplag-sortAlgo/" + variant);
    EXPECT_GT(pair.score, .998) << variant;  // the class has another name
    EXPECT_EQ(pair.similarity, 1) << variant;
  }
}

TEST_F(Samples, MovedFunctionsAreFound) {
  const std::string folder = "dolos/python/benchmark_files/";
  EXPECT_GE(pair_of(folder + "UPGMA_A.py", folder + "UPGMA_A_functionsmoved.py").score, .95);
  EXPECT_GE(pair_of(folder + "UPGMA_A.py", folder + "UPGMA_A_linesmoved.py").score, .95);
}

TEST_F(Samples, ACopiedFunctionIsFoundInAnotherFile) {
  const Pair pair =
      pair_of("dolos/javascript/sample.js", "dolos/javascript/another_copied_function.js");
  EXPECT_GE(greater_containment(pair), .95);
}

TEST_F(Samples, EveryDisguiseOfOneProgramIsAPair) {
  for (const Row& row : read_table(files_.parent_path() / "pairs.tsv")) {
    EXPECT_GT(pair_of(row[0], row[1]).score, .4) << row[1];
  }
}

TEST_F(Samples, UnlikeFilesScoreNothing) {
  const std::vector<std::string> unlike = {"A/AlsoNoDuplicate.java", "B/NoDuplicate.java",
                                           "C/AnotherClass.java", "C/CertainlyNoDuplicate.java"};
  for (std::size_t i = 0; i < unlike.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Pair pair = pair_of("jplag-samples/NoDuplicate/" + unlike[i],
                                "jplag-samples/NoDuplicate/" + unlike[j]);
      EXPECT_EQ(pair.score, 0) << unlike[i] << ' ' << unlike[j];
    }
  }
}

TEST_F(Samples, AnEmptyFileIsLikeNothing) {
  const std::string empty = "jplag-samples/NewJavaFeatures/blacklist.txt";
  EXPECT_EQ(pair_of(empty, "jplag-sortAlgo/SortAlgo.java").score, 0);
}

TEST_F(Samples, WhatIsAllBaseCodeScoresNothing) {
  const std::string base = "jplag-sortAlgo/SortAlgo.java";
  EXPECT_EQ(pair_of("jplag-sortAlgo/SortAlgo1.java", "jplag-sortAlgo/SortAlgo2.java", base).score,
            0);
}

}  // namespace
}  // namespace whorl::quality
