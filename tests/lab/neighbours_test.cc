// Neighbours by statistics.
#include <gmock/gmock.h>

#include "../temp_folder.h"
#include "lab/finkel_tables.h"
#include "run.h"

namespace whorl::test {
namespace {

using internal::lab::finkel_neighbour;
using testing::HasSubstr;

std::string text_with(int the, int others) {
  std::string out;
  for (int i = 0; i < others; ++i) out += "word" + std::to_string(i) + (i < the ? " the " : " ");
  return out;
}

std::string words(const LabTable& table, std::string_view row, std::string_view name) {
  return std::get<std::string>(cell(table, row, name));
}

class Neighbours : public testing::Test {
 protected:
  Neighbours() {
    std::filesystem::create_directories(folder_ / "texts");
    folder_.write("texts/a", text_with(10, 100));
    folder_.write("texts/b", text_with(12, 100));
    folder_.write("texts/c", text_with(60, 100));
    folder_.write("texts/rfc2264.txt", text_with(63, 100));
    options_.paths = {folder_.path("texts")};
  }
  TempFolder folder_{"neighbours"};
  LabOptions options_;
};

TEST_F(Neighbours, AreTheNearestByTheShareOfWords) {
  const LabReport report = run("neighbours", options_);
  const LabTable& four = table(report, "the, and, but, so");
  EXPECT_EQ(words(four, "a", "nearest"), "b");
  EXPECT_EQ(words(four, "a", "mutual"), "yes");
  EXPECT_EQ(words(four, "c", "nearest"), "rfc2264.txt");
  EXPECT_EQ(words(four, "rfc2264.txt", "paper nearest"), "rfc2274.txt");
  EXPECT_DOUBLE_EQ(figure(four, "rfc2264.txt", "paper distance"), .1644192);
  // 10 of 110 and 12 of 112 words: the squared distance of the shares, times 10^8.
  const double off = 12.0 / 112 - 10.0 / 110;
  EXPECT_NEAR(figure(four, "a", "10⁸ squared"), off * off * 1e8, 1e-5);
  const LabTable& trees = table(report, "trees");
  for (const auto& row : trees.rows) {
    EXPECT_EQ(std::get<std::uint64_t>(row[column(trees, "other than of all")]), 0u);
    EXPECT_EQ(std::get<std::uint64_t>(row[column(trees, "vectors")]), 4u);
  }
}

TEST_F(Neighbours, OfEarlierRunsAreInTheFile) {
  options_.tree = folder_.path("styles.kd");
  run("neighbours", options_);
  std::filesystem::create_directories(folder_ / "more");
  folder_.write("more/d", text_with(11, 100));
  options_.paths = {folder_.path("more")};
  const LabReport report = run("neighbours", options_);
  EXPECT_EQ(count(table(report, "trees"), "style", "vectors"), 5u);
  EXPECT_THAT(words(table(report, "style"), "d", "nearest"), testing::AnyOf("a", "b"));
  // Adding the same texts changes nothing; another text with a known name is refused.
  EXPECT_EQ(count(table(run("neighbours", options_), "trees"), "style", "vectors"), 5u);
  folder_.write("more/d", text_with(50, 100));
  EXPECT_THAT(refusal("neighbours", options_), HasSubstr("another text of this name"));
}

TEST(FinkelTables, HaveANeighbourOfEachOf22) {
  int mutual = 0;
  for (const int rfc : {1596, 1604, 2264, 2274, 1138, 1148, 1065, 1155, 1048, 1084, 2059,
                        2139, 1395, 1497, 1600, 1410, 2497, 2394, 2422, 2276, 2392, 2541}) {
    const auto* one = finkel_neighbour("rfc" + std::to_string(rfc) + ".txt");
    ASSERT_NE(one, nullptr) << rfc;
    const auto* other = finkel_neighbour("rfc" + std::to_string(one->nearest) + ".txt");
    mutual += other != nullptr && other->nearest == rfc;
  }
  EXPECT_EQ(mutual, 18);
}

}  // namespace
}  // namespace whorl::test
