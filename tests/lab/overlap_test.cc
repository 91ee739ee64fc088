// The tables of Finkel 2002 for texts with known overlap.
#include <gmock/gmock.h>

#include "../temp_folder.h"
#include "lab/finkel_tables.h"
#include "run.h"

namespace whorl::test {
namespace {

using internal::lab::finkel_pair;
using testing::HasSubstr;

std::string words(int from, int to) {
  std::string out;
  for (int i = from; i < to; ++i)
    out += "word" + std::to_string(i * 7919 % 100'003) + (i % 11 ? " " : "\n");
  return out;
}

class OverlapTables : public testing::Test {
 protected:
  OverlapTables() {
    std::filesystem::create_directories(folder_ / "files");
    folder_.write("files/a.txt", words(0, 2'000));
    folder_.write("files/same.txt", words(0, 2'000));
    folder_.write("files/half.txt", words(0, 1'000) + words(5'000, 6'000));
    folder_.write("files/other.txt", words(9'000, 11'000));
    folder_.write("pairs.tsv",
                  "a\tb\tlabel\na.txt\tsame.txt\tx\na.txt\thalf.txt\tx\na.txt\tother.txt\tx\n");
    options_.paths = {folder_.path("pairs.tsv")};
    options_.draws = 3;
  }

  // The value for the pair of a.txt and `b`.
  static double share(const LabReport& report, std::string_view of, std::size_t pair,
                      std::string_view name) {
    const LabTable& rows = table(report, of);
    return std::get<double>(rows.rows[pair][column(rows, name)]);
  }

  TempFolder folder_{"overlap"};
  LabOptions options_;
};

TEST_F(OverlapTables, HoldWhatThePairsShare) {
  const LabReport report = run("overlap", options_);
  for (const std::string_view name : {"exact overlap", "overlapping chunks"}) {
    EXPECT_DOUBLE_EQ(share(report, name, 0, "a in b"), 1) << name;
    EXPECT_NEAR(share(report, name, 1, "a in b"), .5, .03) << name;
    EXPECT_NEAR(share(report, name, 2, "a in b"), 0, .01) << name;
  }
  EXPECT_DOUBLE_EQ(share(report, "signature extraction", 0, "least"), 1);
  EXPECT_DOUBLE_EQ(share(report, "signature extraction", 2, "greatest"), 0);
  for (const std::string_view packer : {"xz", "zstd"}) {
    EXPECT_GT(share(report, "compression", 0, packer), .9) << packer;
    EXPECT_LT(share(report, "compression", 2, packer), share(report, "compression", 1, packer));
  }
}

TEST_F(OverlapTables, GiveTheRangeOfTheDraws) {
  options_.draws = 8;
  const LabReport report = run("overlap", options_);
  const double least = share(report, "signature extraction", 1, "least");
  const double mean = share(report, "signature extraction", 1, "a in b");
  const double greatest = share(report, "signature extraction", 1, "greatest");
  EXPECT_LE(least, mean);
  EXPECT_LE(mean, greatest);
  EXPECT_LT(least, greatest);
}

TEST_F(OverlapTables, TellWhatIsKept) {
  const LabReport report = run("overlap", options_);
  const LabTable& cost = table(report, "cost");
  EXPECT_LT(count(cost, "se", "bytes kept"), count(cost, "overlapping", "bytes kept") / 20);
  EXPECT_DOUBLE_EQ(figure(cost, "exact-overlap", "share of the text"), 1);
  EXPECT_EQ(figure(cost, "se", "paper KB"), 40);
  EXPECT_EQ(std::get<std::string>(cell(cost, "scam", "paper share")), "0.3 to 0.6");
  const LabTable& factors = table(report, "overlapping chunks by signatures");
  EXPECT_DOUBLE_EQ(figure(factors, "bytes kept", "factor"),
                   static_cast<double>(count(cost, "overlapping", "bytes kept")) /
                       static_cast<double>(count(cost, "se", "bytes kept")));
  EXPECT_EQ(figure(factors, "bytes kept", "paper"), 130);
}

TEST_F(OverlapTables, HaveThePaperBesideItsPairs) {
  const LabReport unknown = run("overlap", options_);
  const LabTable& rows = table(unknown, "exact overlap");
  EXPECT_TRUE(std::holds_alternative<std::monostate>(rows.rows[0][column(rows, "paper a in b")]));
  for (const char* name : {"rfc2422.txt", "rfc2276.txt"})
    folder_.write(std::string("files/") + name, words(0, 100));
  folder_.write("rfc.tsv", "a\tb\tl\nrfc2422.txt\trfc2276.txt\tx\n");
  options_.paths = {folder_.path("rfc.tsv")};
  const LabReport report = run("overlap", options_);
  EXPECT_DOUBLE_EQ(share(report, "exact overlap", 0, "paper a in b"), .18);
  EXPECT_DOUBLE_EQ(share(report, "signature extraction", 0, "paper b in a"), .06);
  EXPECT_DOUBLE_EQ(share(report, "overlapping chunks", 0, "paper b in a"), .02);
  EXPECT_DOUBLE_EQ(share(report, "compression", 0, "paper ppm*"), .10);
}

TEST(FinkelTables, KnowTheirPairsInTheirOrder) {
  ASSERT_NE(finkel_pair("rfc1497.txt", "files/rfc1084.txt"), nullptr);
  EXPECT_EQ(finkel_pair("rfc1497.txt", "rfc1084.txt")->mdr[1], 87);
  EXPECT_EQ(finkel_pair("rfc1084.txt", "rfc1497.txt"), nullptr);
  EXPECT_EQ(finkel_pair("1497.txt", "1084.txt"), nullptr);
  // Marked with a star in the paper.
  EXPECT_EQ(finkel_pair("rfc1596", "rfc1604")->compression[0], 4);
  EXPECT_FALSE(finkel_pair("rfc2264", "rfc2274")->compression[0]);
}

TEST_F(OverlapTables, RefuseWhatIsNoListOfPairs) {
  EXPECT_THAT(refusal("overlap", {}), HasSubstr("file of pairs"));
  options_.draws = 0;
  EXPECT_THAT(refusal("overlap", options_), HasSubstr("draws"));
}

}  // namespace
}  // namespace whorl::test
