// Frequencies, ranks and slopes, compared with values computed by hand.
#include "lab/frequency.h"

#include <gtest/gtest.h>

#include <cmath>

#include "../temp_folder.h"
#include "run.h"

namespace whorl::internal::lab {
namespace {

TEST(Frequency, PlateausAreOfEqualFrequency) {
  std::vector<std::uint64_t> hashes = {7, 1, 7, 2, 3, 7, 2, 9};
  const auto plateaus = plateaus_of(hashes);
  ASSERT_EQ(plateaus.size(), 3u);
  EXPECT_EQ(plateaus[0].frequency, 3u);
  EXPECT_EQ(plateaus[0].hashes, 1u);
  EXPECT_EQ(plateaus[1].frequency, 2u);
  EXPECT_EQ(plateaus[2].hashes, 3u);
  using Points = std::vector<std::pair<double, double>>;
  EXPECT_EQ(endpoints_of(plateaus), (Points{{1, 3}, {1, 3}, {2, 2}, {2, 2}, {3, 1}, {5, 1}}));
}

TEST(Frequency, TheSlopeOfAPowerLawIsItsExponent) {
  std::vector<std::pair<double, double>> points;
  for (double rank = 1; rank < 1000; rank *= 2) points.emplace_back(rank, 50 * std::pow(rank, -.7));
  EXPECT_NEAR(log_slope(points), -.7, 1e-9);
  EXPECT_EQ(log_slope({{1, 5}}), 0);
  EXPECT_EQ(log_slope({}), 0);
}

TEST(Frequency, CleanedIsWithoutThePlateauThatIsFarthestOff) {
  std::vector<std::pair<double, double>> points, law;
  for (double rank = 1; rank < 1000; rank *= 2) {
    for (int end = 0; end < 2; ++end) law.emplace_back(rank, 50 * std::pow(rank, -.7));
  }
  points = law;
  for (int end = 0; end < 2; ++end) points.insert(points.begin() + 4, {3, 5'000});
  EXPECT_EQ(cleaned(points), law);
  EXPECT_NE(log_slope(points), log_slope(law));
  EXPECT_EQ(cleaned({{1, 9}, {1, 9}, {2, 1}, {5, 1}}).size(), 4u);
}

}  // namespace
}  // namespace whorl::internal::lab

namespace whorl::test {
namespace {

TEST(Frequency, TellsTheCommonestAsText) {
  const TempFolder folder("frequency");
  std::filesystem::create_directories(folder / "texts");
  folder.write("texts/a.txt", "Of cabbages, and kings. Of ca-bba-ges!");
  folder.write("texts/b.txt", "of CABBAGES");
  LabOptions options;
  options.paths = {folder.path("texts")};
  options.k = 10;
  options.window = 4;
  const LabReport report = run("frequency", options);
  const LabTable& rows = table(report, "frequency");
  const LabTable& common = table(report, "commonest");
  ASSERT_EQ(common.rows.size(), 10u);
  EXPECT_EQ(std::get<std::uint64_t>(common.rows[0][0]), 3u);
  EXPECT_EQ(std::get<std::uint64_t>(common.rows[0][1]), 2u);
  EXPECT_EQ(std::get<std::string>(common.rows[0][2]), "Of cabbages");
  const LabTable& selected = table(report, "commonest, winnowed");
  EXPECT_LE(selected.rows.size(), count(rows, "winnow:w=4", "distinct"));
  ASSERT_FALSE(selected.rows.empty());
  EXPECT_EQ(count(rows, "all", "most"), 3u);
  // ofcabbagesandkingsofcabbages has 19 places. The first and the last one have the same k-gram.
  EXPECT_EQ(count(rows, "all", "distinct"), 18u);
  EXPECT_DOUBLE_EQ(figure(rows, "all", "once"), 17.0 / 18);
  EXPECT_DOUBLE_EQ(figure(rows, "all", "three times"), 1.0 / 18);
}

}  // namespace
}  // namespace whorl::test
