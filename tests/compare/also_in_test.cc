// Pair::also_in counts the other students who have at least half of what a pair shares, and a
// passage that the reviewer ignores counts as base code.
#include <gtest/gtest.h>

#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "in_memory.h"
#include "whorl/review.h"

namespace whorl {
namespace {

// Two students share `whole`; each of the parts is also in one submission of another student.
CompareReport with_parts(const std::string& whole, const std::vector<std::string>& parts,
                         const std::vector<std::string>& students) {
  std::mt19937 random(7);
  std::vector<SubmissionSource> sources;
  const auto add = [&](const std::string& name, const std::string& text, std::string student) {
    const std::string own = in_memory::prose(random, 40);
    sources.push_back(in_memory::submission(name, {{name, own + text}}, std::move(student)));
  };
  add("ann", whole, "ann");
  add("bob", whole, "bob");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    add("other" + std::to_string(i), parts[i], students[i]);
  }
  CompareOptions options;
  options.ranking.limit = 0;
  return in_memory::run(std::move(sources), options);
}

std::uint32_t also_in(const std::string& whole, const std::vector<std::string>& parts,
                      const std::vector<std::string>& students) {
  const CompareReport report = with_parts(whole, parts, students);
  const Pair* pair = in_memory::pair_of(report, "ann", "bob");
  EXPECT_NE(pair, nullptr);
  return pair == nullptr ? 0 : pair->also_in;
}

class AlsoIn : public testing::Test {
 protected:
  std::mt19937 random{3};
  const std::string half = in_memory::prose(random, 60);
  const std::string other_half = in_memory::prose(random, 60);
  const std::string whole = half + other_half;
};

TEST_F(AlsoIn, IsNoneIfOnlyTheTwoHaveIt) { EXPECT_EQ(also_in(whole, {}, {}), 0u); }

TEST_F(AlsoIn, CountsWhoHasAllOrMost) {
  const std::string most = half + other_half.substr(0, other_half.size() / 3);
  EXPECT_EQ(also_in(whole, {whole, most}, {"cat", "dan"}), 2u);
}

TEST_F(AlsoIn, CountsNoOneWithLessThanHalf) {
  const std::string third = whole.substr(0, whole.size() / 3);
  EXPECT_EQ(also_in(whole, {third, third}, {"cat", "dan"}), 0u);
}

TEST_F(AlsoIn, CountsStudentsAndNotTheirAttempts) {
  EXPECT_EQ(also_in(whole, {whole, whole, whole}, {"cat", "cat", "ann"}), 1u);
}

TEST(IgnoredPassage, IsBaseCodeOfTheNextRun) {
  std::mt19937 random(11);
  const std::string shared = in_memory::c_function(random, "shared", 40);
  const auto hand_ins = [&] {
    std::mt19937 own(5);
    return std::vector{in_memory::one_file("ann.c", in_memory::c_function(own, "a", 40) + shared),
                       in_memory::one_file("bob.c", in_memory::c_function(own, "b", 40) + shared)};
  };
  CompareOptions options;
  const CompareReport before = in_memory::run(hand_ins(), options);
  ASSERT_EQ(before.pairs.size(), 1u);

  const std::string path = testing::TempDir() + "whorl-ignored.json";
  std::FILE* file = std::fopen(path.c_str(), "wb");
  ASSERT_NE(file, nullptr);
  const std::string json = review_json({{}, {{"passage.c", shared}}});
  std::fwrite(json.data(), 1, json.size(), file);
  std::fclose(file);
  options.review = path;
  const CompareReport after = in_memory::run(hand_ins(), options);
  EXPECT_TRUE(after.pairs.empty());
  ASSERT_EQ(after.ignored.size(), 1u);
  EXPECT_EQ(after.ignored[0].text, shared);

  // The same scores as with the passage as a base file.
  options.review.clear();
  const CompareReport based = in_memory::run(hand_ins(), options, {{"given.c", shared}});
  ASSERT_EQ(after.files.size(), based.files.size());
  for (std::size_t i = 0; i < based.files.size(); ++i) {
    EXPECT_EQ(after.files[i].base_symbols, based.files[i].base_symbols);
  }
  std::remove(path.c_str());
}

}  // namespace
}  // namespace whorl
