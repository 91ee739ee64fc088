// Pairs are found by longer k-grams than those that measure them, and none is missed for it.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "compare/corpus/prepared_file.h"
#include "compare/corpus/settings.h"
#include "in_memory.h"

namespace whorl::internal::compare {
namespace {

constexpr std::array kOperators = {"+", "-", "*", "/", "%", "&", "|", "^",
                                   "<", ">", "=", "!", "~", "?", ":", ","};

// Tokens of C whose runs chance does not repeat; the first half of the operators or the second.
std::vector<std::string> tokens(std::mt19937& random, std::size_t count, std::size_t from) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) {
    out.emplace_back(kOperators[from + random() % (kOperators.size() / 2)]);
  }
  return out;
}

std::string joined(const std::vector<std::string>& before, const std::vector<std::string>& shared,
                   const std::vector<std::string>& after) {
  std::string text;
  for (const auto* part : {&before, &shared, &after}) {
    for (const std::string& token : *part) text += token + " ";
  }
  return text + "\n";
}

corpus::PreparedFile prepared(const std::string& name) {
  const auto settings = corpus::Settings::resolve({}).value();
  return corpus::prepare_file({.name = name, .bytes = "int i = 0;"}, settings).value();
}

TEST(Finding, TakesTheLongestKgramsThatTheGuaranteeAllows) {
  const Recipe code = corpus::finding_recipe(prepared("a.c"));
  EXPECT_EQ(code.k, 13u);
  EXPECT_EQ(code.selector.args, (std::vector<std::uint64_t>{4}));
  const corpus::PreparedFile text = prepared("a.txt");
  EXPECT_EQ(id(corpus::finding_recipe(text)), id(text.recipe));
}

// The two sides have no operator in common but those that are planted, at any offset.
TEST(Finding, MeetsAMatchOfTSymbolsWhereverItLiesAndNoShorterOne) {
  std::mt19937 random(1);
  for (std::size_t round = 0; round < 60; ++round) {
    for (const std::size_t length : {std::size_t{15}, std::size_t{16}}) {
      const auto shared = tokens(random, length, round % 9);
      const auto a = joined(tokens(random, round % 7, 0), shared, {"{"});
      const auto b = joined({"}"}, shared, tokens(random, 40, 8));
      CompareOptions options;
      options.matching.language = "c";
      const auto report = in_memory::run(
          {in_memory::one_file("a.c", a + "; [ ]"), in_memory::one_file("b.c", b)}, options);
      EXPECT_EQ(report.pairs.size(), length == 16 ? 1u : 0u) << a << b;
    }
  }
}

}  // namespace
}  // namespace whorl::internal::compare
