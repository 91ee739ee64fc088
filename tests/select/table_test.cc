// The table of selectors: the promises of every row, its arguments and their limits. Every other
// list of selectors must be complete too.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "samples.h"
#include "whorl/methods.h"

namespace whorl::internal::select {
namespace {

std::string contents_of(const char* file) {
  std::ifstream in(std::string(WHORL_SOURCE_DIR) + "/" + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::uint64_t> args_of(const char* recipe) {
  return parse_recipe(recipe).value().selector.args;
}

bool is_accepted(const std::string& recipe) { return parse_recipe(recipe).has_value(); }

TEST(Selectors, SelectByWindowsOrOfTheWhole) {
  std::set<std::string_view> names;
  for (const Selector& row : selectors()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(find_selector(row.name), &row);
    EXPECT_NE(row.mark_minima == nullptr, row.select == nullptr) << row.name;
    if (row.mark_minima != nullptr) {
      EXPECT_EQ(row.parameters[0].name, "w") << row.name;
      EXPECT_EQ(row.parameters[0].max, kMaxWindow) << row.name;
      EXPECT_TRUE(row.guarantees) << row.name;
    }
  }
}

TEST(Selectors, TheDefaultIsFitForAlignment) {
  const Selector& row = default_selector();
  EXPECT_TRUE(row.local && row.guarantees && row.mark_minima != nullptr);
  EXPECT_EQ(row.parameters.size(), 1u);
  EXPECT_EQ(row.complete, nullptr);
}

TEST(Selectors, AFamilyHasALocalRowOrNone) {
  EXPECT_EQ(local_selector(*find_selector("robust")), find_selector("winnow"));
  EXPECT_EQ(local_selector(*find_selector("min")), nullptr);
  for (const Selector& row : selectors()) {
    if (row.local) {
      EXPECT_EQ(local_selector(row), &row);
    }
  }
}

TEST(Selectors, ArgumentsThatAreLeftOutFollowFromTheOthers) {
  EXPECT_EQ(args_of("bytes/k=7/oc:w=9"), (std::vector<std::uint64_t>{9, 1}));
  EXPECT_EQ(args_of("bytes/k=8/oc:w=9"), (std::vector<std::uint64_t>{9, 4}));
  EXPECT_EQ(args_of("bytes/k=8/modmin:w=9"), (std::vector<std::uint64_t>{9, 4}));
  EXPECT_EQ(args_of("bytes/k=8/safemodp:w=2"), (std::vector<std::uint64_t>{2, 1}));
  EXPECT_EQ(args_of("bytes/k=8/safemodp:w=3"), (std::vector<std::uint64_t>{3, 3}));
  EXPECT_EQ(args_of("bytes/k=8/safemodp:w=100"), (std::vector<std::uint64_t>{100, 22}));
}

TEST(Selectors, TheFirstArgumentIsNeverLeftOut) {
  for (const Selector& row : selectors()) {
    const auto refused = parse_recipe("bytes/k=8/" + std::string(row.name));
    ASSERT_FALSE(refused);
    const std::string wanted = "needs the argument '" + std::string(row.parameters[0].name) + "'";
    EXPECT_THAT(refused.error().message, testing::HasSubstr(wanted));
  }
}

TEST(Selectors, LimitsAreAcceptedAndOneMoreIsNot) {
  EXPECT_TRUE(is_accepted("bytes/k=1048576/winnow:w=1048576"));
  EXPECT_FALSE(is_accepted("bytes/k=1048577/winnow:w=1"));
  EXPECT_FALSE(is_accepted("bytes/k=0/winnow:w=1"));
  for (const Selector& row : selectors()) {
    const std::string recipe = "bytes/k=8/" + std::string(row.name) + ":";
    const std::uint64_t max = row.parameters[0].max;
    EXPECT_TRUE(is_accepted(recipe + std::to_string(max))) << recipe;
    EXPECT_FALSE(is_accepted(recipe + std::to_string(max + 1))) << recipe;
    EXPECT_FALSE(is_accepted(recipe + "0")) << recipe;
  }
  EXPECT_TRUE(is_accepted("bytes/k=8/oc:w=9,s=8"));
  EXPECT_FALSE(is_accepted("bytes/k=8/oc:w=9,s=9"));
  EXPECT_TRUE(is_accepted("bytes/k=8/winnow:w=9/seed=0"));
  EXPECT_TRUE(is_accepted("bytes/k=8/winnow:w=9/seed=18446744073709551615"));
}

TEST(Selectors, ArgumentsOfTheMiddleBelongToTheFamily) {
  const auto allows = [](const char* name, std::vector<std::uint64_t> query,
                         std::vector<std::uint64_t> stored) {
    return find_selector(name)->query.allows(query, stored);
  };
  EXPECT_TRUE(allows("oc", {9, 4}, {9, 4}));
  EXPECT_TRUE(allows("oc", {10, 4}, {9, 4}));
  EXPECT_FALSE(allows("oc", {10, 3}, {9, 4}));
  EXPECT_FALSE(allows("oc", {8, 4}, {9, 4}));
  EXPECT_FALSE(allows("modmin", {10, 4}, {9, 4}));
  EXPECT_TRUE(allows("modp", {8}, {4}));
  EXPECT_FALSE(allows("modp", {4}, {8}));
}

// Hashes with few different values, so that many are equal, over several blocks.
std::vector<std::uint64_t> many_hashes(std::uint64_t values) {
  std::mt19937_64 random(values);
  std::vector<std::uint64_t> hashes(30'000);
  for (std::uint64_t& hash : hashes) hash = random() % values;
  return hashes;
}

TEST(Smallest, AreTheFirstOccurrencesOfTheSmallestValues) {
  for (const std::uint64_t values : {50, 9'000, 1'000'000'000}) {
    const auto hashes = many_hashes(values);
    std::map<std::uint64_t, std::uint32_t> first;
    for (std::uint32_t i = 0; i < hashes.size(); ++i) first.emplace(hashes[i], i);
    for (const std::size_t s : {1, 7, 50, 5'000}) {
      std::vector<std::uint32_t> expected;
      for (const auto& [hash, position] : first) {
        if (expected.size() < s) expected.push_back(position);
      }
      std::ranges::sort(expected);
      const std::vector<std::uint64_t> args{s};
      EXPECT_EQ(find_selector("min")->on_hashes(hashes, args), expected) << values << " " << s;
    }
  }
}

TEST(SafeModulo, IsItsDefinitionOverManyBlocks) {
  const auto hashes = many_hashes(1'000'000'000);
  const std::size_t w = 40, p = 30;
  std::vector<std::uint32_t> expected, multiples;
  std::size_t since = 0;
  for (std::uint32_t i = 0; i < hashes.size(); ++i) {
    const bool good = hashes[i] % p == 0;
    since = good ? 0 : since + 1;
    if (good) multiples.push_back(i);
    if (good || since >= w) expected.push_back(i);
  }
  const std::vector<std::uint64_t> safe_args{w, p}, args{p};
  EXPECT_EQ(find_selector("safemodp")->on_hashes(hashes, safe_args), expected);
  EXPECT_EQ(find_selector("modp")->on_hashes(hashes, args), multiples);
}

TEST(Density, IsThatOfThePapers) {
  const auto density = [](const char* name, std::uint32_t k, std::vector<std::uint64_t> args) {
    return find_selector(name)->density(k, args);
  };
  EXPECT_DOUBLE_EQ(density("winnow", 50, {99}), 2.0 / 100);
  EXPECT_DOUBLE_EQ(density("modp", 50, {25}), 1.0 / 25);
  EXPECT_DOUBLE_EQ(density("safemodp", 50, {2, 4}), .25 + .75 * .75);
  // k = 32, w = 16, r = 4: t = 4 + 28 mod 16 = 16, so l - t = 16.
  EXPECT_DOUBLE_EQ(density("modmin", 32, {16, 4}), (2 + 16. / 16) / (16 + 16 + 1));
  EXPECT_EQ(density("min", 50, {400}), 0);
}

TEST(Methods, ListEveryRow) {
  const Methods all = methods();
  ASSERT_EQ(all.selectors.size(), selectors().size());
  for (std::size_t i = 0; i < selectors().size(); ++i) {
    const Selector& row = selectors()[i];
    EXPECT_EQ(all.selectors[i].name, row.name);
    ASSERT_EQ(all.selectors[i].parameters.size(), row.parameters.size());
    EXPECT_EQ(all.selectors[i].parameters[0], row.parameters[0].name);
  }
  EXPECT_FALSE(all.front_ends.empty());
  EXPECT_FALSE(all.languages.empty());
}

TEST(Methods, AreDocumentedAndKnownToTheReport) {
  const std::string page = contents_of("docs/methods.md");
  const std::string report = contents_of("web/src/report/recipe-words.ts");
  const Methods all = methods();
  for (const SelectorMethod& row : all.selectors) {
    EXPECT_THAT(page, testing::HasSubstr("| `" + std::string(row.name) + ":"));
    const bool windowed = row.guarantees && row.parameters[0] == "w";
    if (windowed) {
      EXPECT_THAT(report, testing::HasSubstr("\"" + std::string(row.name) + "\""));
    }
  }
  for (const FrontEndMethod& row : all.front_ends) {
    EXPECT_THAT(page, testing::HasSubstr("| `" + std::string(row.name)));
    EXPECT_THAT(report, testing::HasSubstr("\n  " + std::string(row.name) + ": "));
  }
}

}  // namespace
}  // namespace whorl::internal::select
