#include "repeats/run_hash.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace whorl::internal::repeats {
namespace {

using canon::Tokens;

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;
__extension__ using Wide = unsigned __int128;

// The polynomial by its definition: the first symbol has the greatest power.
std::uint64_t plain(std::span<const std::uint32_t> run, std::uint64_t at) {
  Wide sum = 0;
  for (const std::uint32_t symbol : run) sum = (sum * at + symbol + 1) % kPrime;
  return static_cast<std::uint64_t>(sum);
}

Tokens random_tokens(std::size_t count, std::uint32_t letters, std::uint32_t seed) {
  std::mt19937 random(seed);
  Tokens tokens(count);
  for (std::uint32_t& token : tokens) token = static_cast<std::uint32_t>(random()) % letters;
  return tokens;
}

TEST(RunHash, IsThePolynomialOfEachRun) {
  const std::array<std::uint64_t, 2> points = {123'456'789'123ULL, kPrime - 2};
  const std::array<std::uint64_t, 2> reduced = {123'456'789'123ULL % (kPrime - 2) + 2, 2};
  for (const std::uint32_t run : {1u, 2u, 3u, 50u}) {
    const Tokens tokens = random_tokens(run + 200, 0xFFFFFFFF, run);
    std::vector<base::Hash128> hashes;
    RunHash(run, points).append(std::span(tokens), 7, 201, hashes);
    ASSERT_EQ(hashes.size(), 194u);
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      const auto symbols = std::span(tokens).subspan(7 + i, run);
      EXPECT_EQ(hashes[i].high, plain(symbols, reduced[0])) << run << " " << i;
      EXPECT_EQ(hashes[i].low, plain(symbols, reduced[1])) << run << " " << i;
    }
  }
}

TEST(RunHash, IsTheSameForSymbolsOfAnyWidth) {
  const canon::Bytes narrow = {'a', 'b', 'c', 'a', 'b', 'c'};
  const canon::CodePoints wide(narrow.begin(), narrow.end());
  std::vector<base::Hash128> a, b;
  const RunHash hash(3, {5, 6});
  hash.append(std::span<const std::uint8_t>(narrow), 0, 4, a);
  hash.append(std::span<const char32_t>(wide), 0, 4, b);
  EXPECT_EQ(a, b);
  EXPECT_EQ(a[0], a[3]);
  EXPECT_NE(a[0], a[1]);
}

TEST(RunHash, TellsAllRunsOfASmallAlphabetApart) {
  const Tokens tokens = random_tokens(20'000, 2, 3);
  std::vector<base::Hash128> hashes;
  RunHash::draw(10).append(std::span(tokens), 0, tokens.size() - 9, hashes);
  std::map<base::Hash128, std::vector<std::uint32_t>> runs;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const std::vector<std::uint32_t> run(&tokens[i], &tokens[i] + 10);
    EXPECT_EQ(runs.emplace(hashes[i], run).first->second, run);
  }
  EXPECT_EQ(runs.size(), 1024u);
}

TEST(RunHash, OfTwoDrawsDiffers) {
  const Tokens tokens = {1, 2, 3};
  std::vector<base::Hash128> a, b;
  RunHash::draw(3).append(std::span(tokens), 0, 1, a);
  RunHash::draw(3).append(std::span(tokens), 0, 1, b);
  EXPECT_NE(a, b);
}

}  // namespace
}  // namespace whorl::internal::repeats
