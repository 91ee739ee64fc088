// The weighted names that two submissions have in common, compared with sets that the test keeps.
#include "jobs/compare/scoring/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "held_bytes.h"
#include "in_memory.h"
#include "named_programs.h"

namespace whorl::internal::compare {
namespace {

constexpr std::size_t kSubmissions = 60;

std::map<std::string, int> having(const std::vector<NamedProgram>& programs) {
  std::map<std::string, int> having;
  for (const NamedProgram& program : programs) {
    for (const std::string& name : program.names) ++having[name];
  }
  return having;
}

double plain_weight(int having) {
  return having > 16 ? 0 : std::max(0.0, std::log2(kSubmissions / (2.0 * having)));
}

double plain_share(const std::map<std::string, int>& having, const NamedProgram& a,
                   const NamedProgram& b) {
  double in_a = 0, in_b = 0, common = 0;
  for (const std::string& name : a.names) in_a += plain_weight(having.at(name));
  for (const std::string& name : b.names) {
    in_b += plain_weight(having.at(name));
    if (a.names.contains(name)) common += plain_weight(having.at(name));
  }
  return common / std::max(12.0, std::min(in_a, in_b));
}

CompareReport all_pairs(const std::vector<NamedProgram>& programs, const std::string& sort) {
  CompareOptions options;
  options.ranking.limit = 0;
  options.ranking.sort = sort;
  return in_memory::run(submissions_of(programs), options);
}

TEST(Names, WeighWhatFewHave) {
  EXPECT_EQ(scoring::weight_of_name(2, 64), 4);
  EXPECT_EQ(scoring::weight_of_name(16, 64), 1);
  EXPECT_EQ(scoring::weight_of_name(17, 1000), 0);
  EXPECT_EQ(scoring::weight_of_name(2, 4), 0);
  EXPECT_EQ(scoring::weight_of_name(3, 4), 0);
}

TEST(Names, AreSharedByTheirWeight) {
  std::mt19937 random(1);
  for (int round = 0; round < 5; ++round) {
    const auto programs = named_programs(random, kSubmissions, 60);
    const auto counts = having(programs);
    const CompareReport report = all_pairs(programs, "score");
    ASSERT_EQ(report.pairs.size(), kSubmissions * (kSubmissions - 1) / 2);
    for (const Pair& pair : report.pairs) {
      ASSERT_NEAR(pair.names, plain_share(counts, programs[pair.a], programs[pair.b]), 1e-12);
    }
  }
}

TEST(Names, RankTheBestAsAFullRunDoes) {
  std::mt19937 random(2);
  const auto programs = named_programs(random, kSubmissions, 60);
  for (const std::string sort : {"score", "names"}) {
    const CompareReport all = all_pairs(programs, sort);
    CompareOptions options;
    options.ranking.sort = sort;
    for (const std::uint64_t limit : {1u, 5u, 50u, 300u}) {
      options.ranking.limit = limit;
      const CompareReport best = in_memory::run(submissions_of(programs), options);
      ASSERT_EQ(best.pairs.size(), limit);
      for (std::size_t i = 0; i < limit; ++i) {
        ASSERT_EQ(best.pairs[i].a, all.pairs[i].a) << sort << " " << i;
        ASSERT_EQ(best.pairs[i].b, all.pairs[i].b) << sort << " " << i;
      }
    }
  }
}

TEST(Names, ThatFewHaveAreToldTheRarestAndLongestFirst) {
  std::mt19937 random(3);
  const auto programs = named_programs(random, kSubmissions, 90);
  const auto counts = having(programs);
  std::size_t full = 0;
  for (const Pair& pair : all_pairs(programs, "score").pairs) {
    std::vector<std::tuple<int, int, std::string>> expected;
    for (const std::string& name : programs[pair.a].names) {
      if (programs[pair.b].names.contains(name) && plain_weight(counts.at(name)) > 0) {
        expected.emplace_back(counts.at(name), -static_cast<int>(name.size()), name);
      }
    }
    std::ranges::sort(expected);
    full += expected.size() > scoring::kNamesTold;
    expected.resize(std::min(expected.size(), scoring::kNamesTold));
    ASSERT_EQ(pair.rare_names.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(pair.rare_names[i].name, std::get<2>(expected[i]));
      ASSERT_EQ(static_cast<int>(pair.rare_names[i].shared_by), std::get<0>(expected[i]));
    }
  }
  EXPECT_GT(full, 0u);
}

// Programs that share nothing with each other.
std::vector<SubmissionSource> strangers(std::mt19937& random) {
  std::vector<SubmissionSource> submissions;
  for (int i = 0; i < 40; ++i) {
    const std::string number = std::to_string(i);
    submissions.push_back(in_memory::one_file("stranger" + number + ".c",
                                              in_memory::c_function(random, "f" + number, 30)));
  }
  return submissions;
}

constexpr const char* kTornRun = "swap(heap, parent, least); ";

// Every statement of the program was rewritten except its names: nowhere are 16 tokens in a row
// equal.
std::vector<SubmissionSource> torn_copy(const std::string& original, const std::string& copy) {
  return {in_memory::one_file("original.c", original), in_memory::one_file("torn.c", copy)};
}

TEST(Names, MakeAPairOfATornCopyThatSharesNoPassage) {
  std::mt19937 random(4);
  const std::string original = std::string("void sift(int* heap) { ") + kTornRun +
                               "least = heap[parent]; child = leftmost(parent) + 1; }";
  const std::string copy = std::string("long child; long sift(long heap) { if (!heap) return; ") +
                           kTornRun + "leftmost += parent; return child * least; }";
  auto submissions = strangers(random);
  for (auto& each : torn_copy(original, copy)) submissions.push_back(std::move(each));
  for (const std::uint64_t limit : {0u, 1u}) {
    CompareOptions options;
    options.ranking.limit = limit;
    const CompareReport report = in_memory::run(submissions, options);
    const Pair* pair = in_memory::pair_of(report, "original.c", "torn.c");
    ASSERT_NE(pair, nullptr) << limit;
    EXPECT_EQ(pair->longest, 10u);  // and the name after them
    EXPECT_EQ(pair->names, 1);
    EXPECT_GT(pair->score, 0.75);
    EXPECT_EQ(pair, &report.pairs[0]);
  }
}

// Half copies fill the list before the rewritten copy is compared, which passages hardly cover.
TEST(Names, LiftAPairThatItsPassagesWouldNotBringIntoTheList) {
  std::mt19937 random(8);
  std::vector<SubmissionSource> submissions;
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(10 + i);
    const std::string half = in_memory::c_function(random, "half" + number, 30);
    for (const std::string side : {"a", "b"}) {
      submissions.push_back(in_memory::one_file(
          number + side + ".c", half + in_memory::c_function(random, side + number, 20)));
    }
  }
  const std::string run =
      std::string(kTornRun) + "child = leftmost(parent, heap + least); rank = order;";
  const std::string original =
      "void sift(int* heap) { " + run +
      "do { heap[least]--; sift(heap + child, parent * 4); } while (least); }";
  const std::string copy = "long child; long sift(long heap) { if (!heap) return; " + run +
                           "leftmost += parent; for (;;) { parent = 4; } return child * least; }";
  submissions.push_back(in_memory::one_file("y.c", original));
  submissions.push_back(in_memory::one_file("z.c", copy));
  CompareOptions options;
  options.threads = 1;
  options.ranking.limit = 1;
  const CompareReport report = in_memory::run(submissions, options);
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(&report.pairs[0], in_memory::pair_of(report, "y.c", "z.c"));
  EXPECT_LT(report.pairs[0].similarity, 0.7);
}

TEST(Names, AloneMakeNoPair) {
  std::mt19937 random(5);
  auto submissions = strangers(random);
  for (auto& each : torn_copy("int least, parent, child, heap, sift, leftmost;",
                              "f(sift + heap, leftmost * child) / g(parent - least);")) {
    submissions.push_back(std::move(each));
  }
  CompareOptions options;
  options.ranking.limit = 0;
  const CompareReport report = in_memory::run(submissions, options);
  EXPECT_EQ(in_memory::pair_of(report, "original.c", "torn.c"), nullptr);
}

// The attempts of a student count as one student.
TEST(Names, AreCountedByStudents) {
  std::mt19937 random(6);
  auto submissions = strangers(random);
  const std::string text = in_memory::c_function(random, "unheard_of", 30);
  for (int attempt = 0; attempt < 20; ++attempt) {
    const std::string name = "own" + std::to_string(attempt);
    submissions.push_back(in_memory::submission(name, {{"a.c", text}}, "own"));
  }
  submissions.push_back(in_memory::submission("other", {{"a.c", text}}, "other"));
  const CompareReport report = in_memory::run(submissions);
  const Pair* pair = in_memory::pair_of(report, "own7", "other");
  ASSERT_NE(pair, nullptr);
  ASSERT_FALSE(pair->rare_names.empty());
  EXPECT_EQ(pair->rare_names[0].name, "unheard_of");
  EXPECT_EQ(pair->rare_names[0].shared_by, 2u);
}

TEST(Names, OfBaseCodeAndOfProseDoNotCount) {
  std::mt19937 random(7);
  const std::string given = "void usage() { puts(\"usage: prog\"); exit(17); call(23, 29, 31); }\n";
  const std::string own = in_memory::c_function(random, "unheard_of", 30);
  const std::string prose = in_memory::prose(random, 60);
  auto submissions = strangers(random);
  submissions.push_back(in_memory::one_file("a.c", given + own));
  submissions.push_back(in_memory::one_file("b.c", own + "int z = 5;\n" + given));
  submissions.push_back(in_memory::one_file("a.txt", prose + " a"));
  submissions.push_back(in_memory::one_file("b.txt", prose + " b"));
  const CompareReport report = in_memory::run(submissions, {}, {{"given.c", given}});
  const Pair* code = in_memory::pair_of(report, "a.c", "b.c");
  ASSERT_NE(code, nullptr);
  ASSERT_FALSE(code->rare_names.empty());
  for (const RareName& rare : code->rare_names) {
    EXPECT_THAT(rare.name, testing::Not(testing::AnyOf("usage", "puts", "exit", "call")));
  }
  const Pair* text = in_memory::pair_of(report, "a.txt", "b.txt");
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(text->names, 0);
  EXPECT_TRUE(text->rare_names.empty());
}

TEST(Names, AreChargedToTheMemoryOfTheirFile) {
  EXPECT_EQ(held_with_thousand("i") - held_with_thousand("&"), 32 * 1000u);
}

}  // namespace
}  // namespace whorl::internal::compare
