// The share of literals that two submissions have in common, compared with lists that the test
// keeps.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "held_bytes.h"
#include "in_memory.h"

namespace whorl::internal::compare {
namespace {

constexpr std::size_t kSubmissions = 12;

// A program, and how often it contains each literal.
struct Program {
  std::string text;
  std::map<std::string, int> literals;
};

std::string random_literal(std::mt19937& random) {
  const std::string number = std::to_string(random() % 12);
  switch (random() % 3) {
    case 0:
      return number;
    case 1:
      return "\"say " + number + "\"";
    default:
      return "'" + number.substr(0, 1) + "'";
  }
}

// All programs have the same symbols in a row, so that any two are a pair.
Program random_program(std::mt19937& random, std::size_t statements) {
  Program program{"int f(int x, int y) { while (x < y) { x = x + y; } return g(x, y); }\n", {}};
  for (std::size_t i = 0; i < statements; ++i) {
    const std::string literal = random_literal(random);
    program.text += "int a" + std::to_string(i) + " = " + literal + "; // 7 \"nine\"\n";
    ++program.literals[literal];
  }
  return program;
}

double plain_share(const Program& a, const Program& b) {
  double common = 0, all = 0;
  std::map<std::string, int> either = a.literals;
  either.insert(b.literals.begin(), b.literals.end());
  for (const auto& [literal, ignored] : either) {
    const auto count = [&](const Program& program) {
      const auto found = program.literals.find(literal);
      return found == program.literals.end() ? 0 : found->second;
    };
    common += std::min(count(a), count(b));
    all += std::max(count(a), count(b));
  }
  return all == 0 ? 0 : common / all;
}

std::vector<SubmissionSource> submissions_of(const std::vector<Program>& programs) {
  std::vector<SubmissionSource> submissions;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    submissions.push_back(
        in_memory::one_file("s" + std::to_string(100 + i) + ".c", programs[i].text));
  }
  return submissions;
}

TEST(Literals, AreSharedAsOftenAsBothSpellThem) {
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    std::vector<Program> programs;
    for (std::size_t i = 0; i < kSubmissions; ++i) {
      programs.push_back(random_program(random, random() % 30));
    }
    CompareOptions options;
    options.ranking.limit = 0;
    const CompareReport report = in_memory::run(submissions_of(programs), options);
    ASSERT_EQ(report.pairs.size(), kSubmissions * (kSubmissions - 1) / 2);
    for (const Pair& pair : report.pairs) {
      ASSERT_DOUBLE_EQ(pair.literals, plain_share(programs[pair.a], programs[pair.b]));
    }
  }
}

TEST(Literals, RankTheBestAsAFullRunDoes) {
  std::mt19937 random(2);
  std::vector<Program> programs;
  for (int i = 0; i < 40; ++i) programs.push_back(random_program(random, random() % 30));
  CompareOptions options;
  options.ranking.sort = "literals";
  options.ranking.limit = 0;
  const CompareReport all = in_memory::run(submissions_of(programs), options);
  for (std::size_t i = 1; i < all.pairs.size(); ++i) {
    ASSERT_GE(all.pairs[i - 1].literals, all.pairs[i].literals);
  }
  for (const std::uint64_t limit : {1u, 5u, 50u}) {
    options.ranking.limit = limit;
    const CompareReport best = in_memory::run(submissions_of(programs), options);
    ASSERT_EQ(best.pairs.size(), limit);
    for (std::size_t i = 0; i < limit; ++i) {
      EXPECT_EQ(best.pairs[i].a, all.pairs[i].a);
      EXPECT_EQ(best.pairs[i].b, all.pairs[i].b);
    }
  }
}

TEST(Literals, OfBaseCodeDoNotCount) {
  const std::string given = "void usage() { puts(\"usage: prog\"); exit(17); call(23, 29, 31); }\n";
  const std::string copied =
      "int f(int x, int y) { while (x < y) { x = x + y; } return g(x, y, \"mine\"); }\n";
  const CompareReport report =
      in_memory::run({in_memory::one_file("a.c", given + copied),
                      in_memory::one_file("b.c", copied + "int z = 5;\n" + given)},
                     {}, {{"given.c", given}});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_DOUBLE_EQ(report.pairs[0].literals, 0.5);  // "mine" out of "mine" and 5
}

TEST(Literals, AreNoneInProse) {
  std::mt19937 random(3);
  const std::string text = in_memory::prose(random, 60);
  const CompareReport report = in_memory::run(
      {in_memory::one_file("a.txt", text + " 17"), in_memory::one_file("b.txt", text + " \"17\"")});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].literals, 0);
}

TEST(Literals, AreChargedToTheMemoryOfTheirFile) {
  EXPECT_EQ(held_with_thousand("7") - held_with_thousand("&"), 8 * 1000u);
}

}  // namespace
}  // namespace whorl::internal::compare
