#include "jobs/repeats/runs.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace whorl::internal::repeats {
namespace {

using Words = std::vector<std::uint64_t>;

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;
__extension__ using Wide = unsigned __int128;

// The polynomial by its definition: the upper half of the first symbol has the highest power.
std::uint64_t plain(std::span<const std::uint64_t> run, std::uint64_t at) {
  Wide sum = 0;
  for (const std::uint64_t symbol : run) {
    sum = (sum * at + (symbol >> 32)) % kPrime;
    sum = (sum * at + (symbol & 0xFFFFFFFF)) % kPrime;
  }
  return static_cast<std::uint64_t>(sum);
}

Words random_words(std::size_t count, std::uint64_t most, std::uint32_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::uint64_t> draw(0, most);
  Words words(count);
  for (std::uint64_t& word : words) word = draw(random);
  return words;
}

TEST(RunHash, IsThePolynomialOfEachRun) {
  const std::array<std::uint64_t, 2> points = {123'456'789'123ULL, kPrime - 2};
  const std::array<std::uint64_t, 2> reduced = {123'456'789'123ULL % (kPrime - 2) + 2, 2};
  for (const std::uint32_t run : {1u, 2u, 3u, 50u}) {
    const Words words = random_words(run + 200, ~std::uint64_t{0}, run);
    std::vector<base::Hash128> hashes;
    RunHash(run, points).append(std::span(words), 7, 201, hashes);
    ASSERT_EQ(hashes.size(), 194u);
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      const auto symbols = std::span(words).subspan(7 + i, run);
      EXPECT_EQ(hashes[i].high, plain(symbols, reduced[0])) << run << " " << i;
      EXPECT_EQ(hashes[i].low, plain(symbols, reduced[1])) << run << " " << i;
    }
  }
}

TEST(RunHash, IsTheSameForSymbolsOfAnyWidth) {
  const std::vector<std::uint8_t> narrow = {'a', 'b', 'c', 'a', 'b', 'c'};
  const std::vector<char32_t> wide(narrow.begin(), narrow.end());
  std::vector<base::Hash128> a, b;
  const RunHash hash(3, {5, 6});
  hash.append(std::span<const std::uint8_t>(narrow), 0, 4, a);
  hash.append(std::span<const char32_t>(wide), 0, 4, b);
  EXPECT_EQ(a, b);
  EXPECT_EQ(a[0], a[3]);
  EXPECT_NE(a[0], a[1]);
}

TEST(RunHash, TellsAllRunsOfASmallAlphabetApart) {
  const Words words = random_words(20'000, 1, 3);
  std::vector<base::Hash128> hashes;
  RunHash::draw(10).append(std::span(words), 0, words.size() - 9, hashes);
  std::map<base::Hash128, Words> runs;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const Words run(&words[i], &words[i] + 10);
    EXPECT_EQ(runs.emplace(hashes[i], run).first->second, run);
  }
  EXPECT_EQ(runs.size(), 1024u);
}

TEST(RunHash, OfTwoDrawsDiffers) {
  const Words words = {1, 2, 3};
  std::vector<base::Hash128> a, b;
  RunHash::draw(3).append(std::span(words), 0, 1, a);
  RunHash::draw(3).append(std::span(words), 0, 1, b);
  EXPECT_NE(a, b);
}

}  // namespace
}  // namespace whorl::internal::repeats
