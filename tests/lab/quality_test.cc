// Labelled pairs, ranked by every method.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../temp_folder.h"
#include "run.h"
#include "whorl/similarity_methods.h"

namespace whorl::test {
namespace {

using testing::HasSubstr;

std::string prose(int which) {
  std::string out;
  for (int i = 0; i < 400; ++i) {
    for (int n = (i * 7919 + which * 104729) % 100003 + 26; n > 0; n /= 26) {
      out += static_cast<char>('a' + n % 26);
    }
    out += i % 9 == 8 ? ". " : " ";
  }
  return out;
}

class Quality : public testing::Test {
 protected:
  Quality() : folder_("quality") {
    std::filesystem::create_directories(folder_ / "files");
    for (int i = 0; i < 4; ++i) {
      folder_.write("files/" + std::to_string(i) + ".txt", prose(i));
      folder_.write("files/copy" + std::to_string(i) + ".txt", "Mine: " + prose(i) + "The end.");
    }
    options_.paths = {folder_.path("pairs.tsv")};
  }

  // Pairs each text with its copy, and with the copy of the next text.
  std::string table_of(const std::string& copied, const std::string& other) {
    std::string out = "doc_a\tdoc_b\tlabel\n";
    for (int i = 0; i < 4; ++i) {
      const std::string a = std::to_string(i) + ".txt\tcopy";
      out += a + std::to_string(i) + ".txt\t" + copied + "\n";
      out += a + std::to_string((i + 1) % 4) + ".txt\t" + other + "\n";
    }
    return out;
  }

  TempFolder folder_;
  LabOptions options_;
};

TEST_F(Quality, CopiesOfWholeTextsStandAboveStrangersByEveryMethod) {
  folder_.write("pairs.tsv", table_of("1", "0"));
  const LabReport report = run("quality", options_);
  const LabTable& rows = table(report, "quality");
  EXPECT_EQ(rows.rows.size(), measuring_methods().size() - 5);  // without six for code, and compare
  for (const auto& row : rows.rows) {
    const std::string& method = std::get<std::string>(row[0]);
    if (method.starts_with("sif-anchor") || method == "statistics" || method == "style") continue;
    EXPECT_EQ(std::get<double>(row[1]), 1) << method;
  }
}

TEST_F(Quality, LabelsTurnedRoundStandOnTheirHead) {
  folder_.write("pairs.tsv", table_of("0", "1"));
  options_.methods = {"compare", "shingles:k=3"};
  const LabReport report = run("quality", options_);
  EXPECT_EQ(figure(table(report, "quality"), "compare", "ROC AUC"), 0);
  EXPECT_EQ(figure(table(report, "quality"), "shingles:k=3", "ROC AUC"), 0);
  ASSERT_TRUE(report.plot);
  EXPECT_EQ(report.plot->series.front().points.back(), (std::pair<double, double>(1, 1)));
}

TEST_F(Quality, WhatIsNoRankingIsRefused) {
  folder_.write("pairs.tsv", table_of("1", "1"));
  EXPECT_THAT(refusal("quality", options_), HasSubstr("labelled 0"));
  folder_.write("pairs.tsv", table_of("1", "light"));
  EXPECT_THAT(refusal("quality", options_), HasSubstr("'light'"));
  folder_.write("pairs.tsv", "a\tb\tlabel\n0.txt\tcopy0.txt\n");
  EXPECT_THAT(refusal("quality", options_), HasSubstr("label ''"));
  folder_.write("pairs.tsv", "a\tb\tlabel\n0.txt\tnone.txt\t1\n");
  EXPECT_THAT(refusal("quality", options_), HasSubstr("none.txt"));
  folder_.write("pairs.tsv", "a\tb\tlabel\n");
  EXPECT_THAT(refusal("quality", options_), HasSubstr("no pair"));
}

}  // namespace
}  // namespace whorl::test
