// whorl::compare() where not all counts: base code, and what too many students have (--max-share).
#include <gmock/gmock.h>

#include "in_memory.h"

namespace whorl::internal::compare {
namespace {

using namespace in_memory;

TEST(Compare, BaseCodeIsMaskedFromMatchesAndTotals) {
  std::mt19937 random(10);
  const std::string given = in_memory::c_function(random, "given", 80);
  const std::string own_a = in_memory::c_function(random, "a", 50),
                    own_b = in_memory::c_function(random, "b", 50);
  const std::vector<SubmissionSource> both = {in_memory::one_file("a.c", given + own_a),
                                              in_memory::one_file("b.c", own_b + given)};
  EXPECT_GT(in_memory::run(both).pairs.at(0).similarity, 0.5);
  const auto report = in_memory::run(both, {}, {{"given.c", given}});
  for (const Submission& s : report.submissions) EXPECT_GT(s.base_symbols, s.symbols);
  for (const Pair& pair : report.pairs) EXPECT_LT(pair.similarity, 0.2);
  const FileEntry& file = report.files[0];
  ASSERT_FALSE(file.base.empty());
  EXPECT_EQ(file.text.substr(file.base[0].begin, 9), given.substr(0, 9));
}

TEST(Compare, AllBaseScoresNothingAndSaysSo) {
  std::mt19937 random(11);
  const std::string given = in_memory::c_function(random, "given", 80);
  const auto report = in_memory::run(
      {in_memory::one_file("a.c", given), in_memory::one_file("b.c", given)}, {}, {{"g.c", given}});
  EXPECT_TRUE(report.pairs.empty());
  EXPECT_EQ(report.submissions[0].symbols, 0u);
  EXPECT_GT(report.submissions[0].base_symbols, 0u);
}

TEST(Compare, PassagesEndAtTheMask) {
  std::mt19937 random(12);
  const std::string given = in_memory::c_function(random, "given", 30);
  const std::string f = in_memory::c_function(random, "f", 40),
                    g = in_memory::c_function(random, "g", 40);
  const auto report = in_memory::run(
      {in_memory::one_file("a.c", f + given + g), in_memory::one_file("b.c", f + given + g + f)},
      {}, {{"given.c", given}});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_GE(report.pairs[0].passages.size(), 2u);
  for (const Passage& passage : report.pairs[0].passages) {
    const auto& base = report.files[passage.a.file].base;
    for (const ByteRange& range : base) {
      EXPECT_TRUE(passage.a.view.end <= range.begin || passage.a.view.begin >= range.end);
    }
  }
  EXPECT_EQ(report.pairs[0].containment_a, 1.0);
}

TEST(Compare, BaseShorterThanKMasksEqualFilesOnly) {
  const auto report =
      in_memory::run({in_memory::one_file("a.c", "int x;"), in_memory::one_file("b.c", "int x;"),
                      in_memory::one_file("c.c", "long y;"), in_memory::one_file("d.c", "long y;")},
                     {}, {{"base.c", "int x;"}});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.submissions[report.pairs[0].a].name, "c.c");
}

// `given` with `scrap`, which is shorter than k, after every third line, `count` times.
std::string filled_in(const std::string& given, const std::string& scrap, std::size_t count) {
  std::string text;
  std::size_t line = 0;
  for (std::size_t at = 0; at < given.size(); ++line) {
    const std::size_t end = given.find('\n', at) + 1;
    text += given.substr(at, end - at);
    if (line % 3 == 2 && count > 0) text += scrap, --count;
    at = end;
  }
  EXPECT_EQ(count, 0u);
  return text;
}

TEST(Compare, ScrapsBetweenBaseCodeDoNotCount) {
  std::mt19937 random(13);
  const std::string given = in_memory::prose(random, 360), copied = in_memory::prose(random, 60);
  const auto report =
      in_memory::run({in_memory::one_file("a", filled_in(given, "0000\n", 6) + copied),
                      in_memory::one_file("b", filled_in(given, "1111111\n", 8) + copied)},
                     {}, {{"given", given}});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].containment_a, 1.0);
  EXPECT_EQ(report.pairs[0].containment_b, 1.0);
  EXPECT_EQ(report.pairs[0].score, 1.0);
  for (const FileEntry& file : report.files) EXPECT_EQ(file.base.size(), 1u);
  EXPECT_EQ(report.submissions[0].symbols, report.submissions[1].symbols);
}

// A template in which both filled in the same is a copy of the whole, though nothing is left
// that could match by itself.
TEST(Compare, IdenticalSubmissionsOfScrapsAreCopies) {
  std::mt19937 random(14);
  const std::string given = in_memory::c_function(random, "given", 80);
  const std::string filled = filled_in(given, "goto union enum\n", 6);
  for (const char* sort : {"score", "similarity", "longest"}) {
    CompareOptions options;
    options.ranking.limit = 1;
    options.ranking.sort = sort;
    const auto report =
        in_memory::run({in_memory::one_file("a.c", filled), in_memory::one_file("b.c", filled),
                        in_memory::one_file("c.c", filled_in(given, "enum goto union goto\n", 6)),
                        in_memory::one_file("d.c", given), in_memory::one_file("e.c", given)},
                       options, {{"given.c", given}});
    ASSERT_EQ(report.pairs.size(), 1u);
    EXPECT_EQ(report.omitted_pairs, 0u);
    const Pair& pair = report.pairs[0];
    EXPECT_EQ(&pair, in_memory::pair_of(report, "a.c", "b.c"));
    EXPECT_TRUE(pair.identical);
    EXPECT_EQ(pair.score, 1.0);
    EXPECT_EQ(pair.similarity, 1.0);
    EXPECT_EQ(pair.containment_a, 1.0);
    EXPECT_EQ(report.submissions[pair.a].symbols, 0u);
    ASSERT_EQ(pair.passages.size(), 6u);
    EXPECT_EQ(in_memory::view_of(report, pair.passages[0].a), "goto union enum");
    EXPECT_EQ(pair.longest, 3u);
  }
}

TEST(Compare, MaxShareDropsOnlyWhenAsked) {
  std::mt19937 random(20);
  const auto submissions = in_memory::with_common_part(random, 6);
  EXPECT_EQ(in_memory::run(submissions).pairs.size(), 15u);
  CompareOptions options;
  options.matching.noise = options.matching.guarantee =
      22;  // every k-gram is selected, also at the edges
  options.matching.max_share = MaxShare{4, false};
  EXPECT_EQ(in_memory::run(submissions, options).pairs.size(), 1u);
  options.matching.max_share = MaxShare{50, true};  // 3 of 6
  EXPECT_EQ(in_memory::run(submissions, options).pairs.size(), 1u);
  options.matching.max_share = MaxShare{6, false};
  EXPECT_EQ(in_memory::run(submissions, options).pairs.size(), 15u);
}

// A passage found by what only two have stops where the common part begins, and goes on behind it.
TEST(Compare, MaxShareKeepsPassagesOffTheCommonPart) {
  std::mt19937 random(23);
  const std::string common = in_memory::prose(random, 60), rare_1 = in_memory::prose(random, 30),
                    rare_2 = in_memory::prose(random, 30);
  std::vector<SubmissionSource> submissions = {
      in_memory::one_file("a", in_memory::prose(random, 40) + rare_1 + common + rare_2 +
                                   in_memory::prose(random, 10)),
      in_memory::one_file("b", in_memory::prose(random, 20) + rare_1 + common + rare_2 +
                                   in_memory::prose(random, 90))};
  for (const char* name : {"c", "d", "e"}) {
    submissions.push_back(in_memory::one_file(
        name, in_memory::prose(random, 50) + common + in_memory::prose(random, 50)));
  }
  ASSERT_EQ(in_memory::pair_of(in_memory::run(submissions), "a", "b")->passages.size(), 1u);
  CompareOptions options;
  options.matching.max_share = MaxShare{3, false};
  const auto report = in_memory::run(submissions, options);
  ASSERT_EQ(report.pairs.size(), 1u);
  const Pair& pair = report.pairs[0];
  ASSERT_EQ(pair.passages.size(), 2u);
  const std::string& text = report.files[0].text;
  const std::uint64_t begin = text.find(common), end = begin + common.size();
  constexpr std::uint64_t kSlack = 10;  // w - 1 letters, and the text between them
  EXPECT_LE(pair.passages[0].a.view.end, begin + kSlack);
  EXPECT_GE(pair.passages[0].a.view.end, begin - kSlack);
  EXPECT_LE(pair.passages[1].a.view.begin, end + kSlack);
  EXPECT_GE(pair.passages[1].a.view.begin, end - kSlack);
  // What is common still counts as a part of the whole.
  const std::uint32_t symbols = pair.passages[0].symbols + pair.passages[1].symbols;
  EXPECT_DOUBLE_EQ(pair.containment_a,
                   symbols / static_cast<double>(report.submissions[0].symbols));
  EXPECT_EQ(report.submissions[0].symbols, in_memory::run(submissions).submissions[0].symbols);
}

// Six submissions: two have `copied`, the others `idiom`.
std::vector<SubmissionSource> two_copies(std::mt19937& random, const std::string& copied,
                                         const std::string& idiom) {
  std::vector<SubmissionSource> submissions;
  for (int i = 0; i < 6; ++i) {
    submissions.push_back(in_memory::one_file(
        "s" + std::to_string(i),
        in_memory::prose(random, 30) + (i < 2 ? copied : idiom) + in_memory::prose(random, 30)));
  }
  return submissions;
}

// What many have, but is too short to make a pair, does not tear a copy.
TEST(Compare, MaxShareLeavesIdiomInCopies) {
  std::mt19937 random(24);
  const std::string idiom = "qwertzuiopasdfghjklyxcvbn ";  // of more than one window of k-grams
  const std::string copied = in_memory::prose(random, 20) + idiom + in_memory::prose(random, 20);
  CompareOptions options;
  options.matching.max_share = MaxShare{2, false};
  options.matching.guarantee = 40;
  const auto report = in_memory::run(two_copies(random, copied, idiom), options);
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].passages.size(), 1u);
}

// A common k-gram that occurs twice does not make the text between common.
TEST(Compare, MaxShareLeavesWhatStandsBetweenEqualIdioms) {
  std::mt19937 random(25);
  const std::string idiom = "qwertzuiopasdfghjklyxcvbn ";
  const std::string copied = idiom + in_memory::prose(random, 15) + idiom;
  CompareOptions options;
  options.matching.max_share = MaxShare{2, false};
  const auto report = in_memory::run(two_copies(random, copied, idiom), options);
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_GT(report.pairs[0].longest, 60u);
}

TEST(Compare, MaxShareCountsStudentsNotAttempts) {
  std::mt19937 random(21);
  const std::string common = in_memory::prose(random, 80);
  std::vector<SubmissionSource> submissions;
  for (int i = 0; i < 6; ++i) {
    const std::string name = "s" + std::to_string(i);
    submissions.push_back(in_memory::submission(
        name, {{name, in_memory::prose(random, 60) + common}}, i < 5 ? "ann" : "ben"));
  }
  CompareOptions options;
  options.matching.max_share = MaxShare{2, false};
  EXPECT_EQ(in_memory::run(submissions, options).pairs.size(), 5u);
}

TEST(Compare, MaxShareNeverTouchesWholeSubmissionIdentity) {
  std::mt19937 random(22);
  const std::string text = in_memory::prose(random, 100);
  std::vector<SubmissionSource> submissions;
  for (int i = 0; i < 5; ++i)
    submissions.push_back(in_memory::one_file("s" + std::to_string(i), text));
  CompareOptions options;
  options.matching.max_share = MaxShare{2, false};
  const auto report = in_memory::run(submissions, options);
  EXPECT_EQ(report.pairs.size(), 10u);
  for (const Pair& pair : report.pairs) {
    EXPECT_EQ(pair.score, 1.0);
    EXPECT_EQ(pair.containment_a, 1.0);
    EXPECT_EQ(pair.passages.size(), 1u);
  }
}

// Attempts and archives

}  // namespace
}  // namespace whorl::internal::compare
