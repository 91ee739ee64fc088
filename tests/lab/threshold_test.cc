// What pairs share at each k, for texts whose common parts are known.
#include <random>

#include "../temp_folder.h"
#include "run.h"

namespace whorl::test {
namespace {

class Threshold : public testing::Test {
 protected:
  Threshold() { std::filesystem::create_directories(folder_ / "texts"); }

  static std::string letters(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::string out;
    while (out.size() < count) out += static_cast<char>('a' + random() % 26);
    return out;
  }

  LabReport swept(unsigned seed = 1) const {
    LabOptions options;
    options.paths = {folder_.path("texts")};
    options.trials = 5;
    options.seed = seed;
    return run("threshold", options);
  }

  static double share(const LabReport& report, std::uint64_t k, std::string_view of) {
    const LabTable& rows = table(report, "shared by k");
    for (const auto& row : rows.rows) {
      if (std::get<std::uint64_t>(row[0]) == k) return std::get<double>(row[column(rows, of)]);
    }
    ADD_FAILURE() << "no row of k = " << k;
    return -1;
  }

  TempFolder folder_{"threshold"};
};

// Four texts share twelve letters, and two of them also a hundred.
TEST_F(Threshold, FallsWhereIdiomEndsAndStaysWhereCopyingBegins) {
  const std::string idiom = letters(12, 100), copied = letters(100, 101);
  for (unsigned i = 0; i < 4; ++i) {
    folder_.write("texts/" + std::to_string(i),
                  letters(300, i) + idiom + letters(300, i + 10) + (i < 2 ? copied : ""));
  }
  const LabReport report = swept();
  EXPECT_EQ(share(report, 12, "share of pairs"), 1);
  for (const std::uint64_t k : {16, 32, 64, 96}) {
    EXPECT_DOUBLE_EQ(share(report, k, "share of pairs"), 1.0 / 6) << k;
  }
  EXPECT_EQ(share(report, 128, "share of pairs"), 0);
  // One of six pairs has the 37 places of the copy, out of 649 in each text.
  EXPECT_NEAR(share(report, 64, "share of k-grams"), 37.0 / 649 / 6, 1e-12);
}

// All texts contain two hundred given letters, and two of the four share a hundred copied ones.
TEST_F(Threshold, LeavesTheBaseOut) {
  const std::string given = letters(200, 100), copied = letters(100, 101);
  folder_.write("given", given);
  for (unsigned i = 0; i < 4; ++i) {
    folder_.write("texts/" + std::to_string(i), letters(300, i) + given + letters(300, i + 10) +
                                                    (i < 2 ? copied : letters(100, i + 20)));
  }
  EXPECT_EQ(share(swept(), 96, "share of pairs"), 1);
  LabOptions options;
  options.paths = {folder_.path("texts")};
  options.base = {folder_.path("given")};
  const LabReport report = run("threshold", options);
  for (const std::uint64_t k : {16, 96}) {
    EXPECT_DOUBLE_EQ(share(report, k, "share of pairs"), 1.0 / 6) << k;
  }
  options.base = {folder_.path("nowhere")};
  EXPECT_NE(refusal("threshold", options).find("nowhere"), std::string::npos);
}

TEST_F(Threshold, DrawsPairsWhereThereAreMany) {
  for (unsigned i = 0; i < 30; ++i) folder_.write("texts/" + std::to_string(i), letters(200, i));
  const LabReport report = swept();
  const LabTable& rows = table(report, "shared by k");
  EXPECT_EQ(std::get<std::uint64_t>(rows.rows.front()[1]), 50u);
  EXPECT_EQ(to_json(report), to_json(swept()));
  ASSERT_TRUE(report.plot);
  EXPECT_EQ(report.plot->series.front().points.size(), rows.rows.size());
}

TEST_F(Threshold, LeavesTextsOutThatAreShorterThanK) {
  folder_.write("texts/a", letters(50, 1));
  folder_.write("texts/b", letters(50, 2));
  const LabTable rows = table(swept(), "shared by k");
  EXPECT_EQ(std::get<std::uint64_t>(rows.rows.back()[0]), 48u);
}

TEST_F(Threshold, RefusesOneTextAndAKOfTheUsers) {
  folder_.write("texts/a", letters(50, 1));
  LabOptions one;
  one.paths = {folder_.path("texts")};
  EXPECT_NE(refusal("threshold", one).find("two texts"), std::string::npos);
  one.k = 8;
  EXPECT_NE(refusal("threshold", one).find("do not give one"), std::string::npos);
}

}  // namespace
}  // namespace whorl::test
