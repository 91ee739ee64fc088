// All pairs of a collection.
#include <gmock/gmock.h>

#include "../temp_folder.h"
#include "run.h"

namespace whorl::test {
namespace {

std::string words(int from, int to) {
  std::string out;
  for (int i = from; i < to; ++i) out += "word" + std::to_string(i * 7919 % 100'003) + " ";
  return out;
}

class OverlapOfAll : public testing::Test {
 protected:
  OverlapOfAll() {
    folder_.write("a", words(0, 2'000));
    folder_.write("b", words(0, 2'000));
    folder_.write("c", words(1'000, 3'000));
    folder_.write("d", words(9'000, 9'040));
    folder_.write("e", words(9'020, 9'060));  // twenty common words are too few for signatures
    options_.paths = {folder_.path(".")};
  }
  TempFolder folder_{"overlap_all"};
  LabOptions options_;
};

TEST_F(OverlapOfAll, CountsPairsBySimilarity) {
  const LabReport report = run("overlap", options_);
  const LabTable& pairs = table(report, "pairs by symmetric similarity");
  ASSERT_EQ(pairs.rows.size(), 11u);
  EXPECT_EQ(std::get<std::uint64_t>(pairs.rows[0][column(pairs, "pairs, variance")]), 1u);
  std::uint64_t all = 0;
  for (const auto& row : pairs.rows) {
    all += std::get<std::uint64_t>(row[column(pairs, "pairs, variance")]);
  }
  EXPECT_EQ(all, count(table(report, "extraction"), "variance", "pairs"));
  EXPECT_GE(all, 3u);
  const LabTable& sizes = table(report, "by size");
  for (const auto& row : sizes.rows) {
    EXPECT_GE(std::get<double>(row[column(sizes, "kept, variance")]),
              std::get<double>(row[column(sizes, "kept, sqrt")]) - 1e-9);
  }
}

TEST_F(OverlapOfAll, AsksOtherMethodsOfFewTexts) {
  const LabReport report = run("overlap", options_);
  const LabTable& methods = table(report, "pair by pair");
  EXPECT_EQ(count(methods, "exact-overlap:k=45", "above 0"), 4u);  // a, b and c; d and e
  EXPECT_EQ(count(methods, "smallest-winnowed:k=30,w=16,s=1000000", "above 0"), 4u);
  EXPECT_EQ(std::get<std::string>(cell(methods, "gzip:level=9", "most similar")), "a");
  EXPECT_EQ(figure(methods, "exact-overlap:k=45", "greatest"), 1);
}

TEST(Overlap, ShowsSyntaxChunksOfPrograms) {
  const TempFolder folder("overlap_code");
  const std::string f = "int f(int a) {\n  return a + 1;\n}\n\n", g = "void g() {\n  f(2);\n}\n\n";
  folder.write("a.c", f + g);
  folder.write("b.c", g + f);
  folder.write("pairs.tsv", "a\tb\tlabel\na.c\tb.c\t1\n");
  LabOptions options;
  options.paths = {folder.path("pairs.tsv")};
  options.draws = 1;
  options.front_end = "code:c";
  const LabReport report = run("overlap", options);
  const LabTable& chunks = table(report, "syntax chunks");
  for (const char* name : {"se-paragraph-none", "se-subroutine-none"}) {
    EXPECT_EQ(std::get<double>(chunks.rows[0][column(chunks, name)]), 1) << name;
  }
}

}  // namespace
}  // namespace whorl::test
