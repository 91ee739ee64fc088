// Which shingles several sketches keep, beside a count of all.
#include "join/held_shingles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace whorl::internal::join {
namespace {

const std::vector<std::uint64_t> kModuli = {1, 5, 25};

// A sketch has some of `shingles`, ascending.
std::vector<sketch::ShingleSet> picked_sketches(std::size_t count,
                                                const std::vector<std::uint64_t>& shingles) {
  std::mt19937_64 random(3);
  std::vector<sketch::ShingleSet> sketches(count);
  for (sketch::ShingleSet& sketch : sketches) {
    for (const std::uint64_t shingle : shingles) {
      if (random() % count < 2) sketch.push_back(shingle);
    }
  }
  return sketches;
}

struct Count {
  std::uint64_t shingle;
  std::uint32_t holders;
};

// Ascending.
std::vector<Count> counts_of(const std::vector<sketch::ShingleSet>& sketches) {
  sketch::ShingleSet all;
  for (const sketch::ShingleSet& sketch : sketches) {
    all.insert(all.end(), sketch.begin(), sketch.end());
  }
  std::ranges::sort(all);
  std::vector<Count> counts;
  for (const std::uint64_t shingle : all) {
    if (counts.empty() || counts.back().shingle != shingle) counts.push_back({shingle, 0});
    ++counts.back().holders;
  }
  return counts;
}

// Whether a shared shingle has its holders, and the next lists.
bool is_shared_by(const HeldShingles& held, const Count& count, std::size_t& lists) {
  const HeldShingles::Shared* found = held.find(count.shingle);
  if (!found || found->holders != count.holders || found->list != lists) return false;
  const std::size_t levels = count.shingle % 25 == 0 ? 3 : count.shingle % 5 == 0 ? 2 : 1;
  const auto told = held.levels().subspan(lists, levels);
  lists += levels;
  return std::ranges::count(told, levels - 1) == std::ssize(told);
}

void agrees_with_a_count(const std::vector<sketch::ShingleSet>& sketches) {
  const std::vector<Count> counts = counts_of(sketches);
  for (const unsigned threads : {1u, 3u}) {
    const HeldShingles held({sketches.begin(), sketches.end()}, kModuli, threads);
    std::size_t lists = 0, wrong = 0;
    for (const Count& count : counts) {
      wrong += count.holders > 1 ? !is_shared_by(held, count, lists)
                                 : held.find(count.shingle) != nullptr;
    }
    EXPECT_EQ(wrong, 0u) << "of " << counts.size();
    EXPECT_EQ(held.levels().size(), lists);
  }
}

TEST(HeldShingles, OfOtherNumbersAreNone) {
  const std::vector<std::uint64_t> two = {10, 30};
  const HeldShingles held({two, two}, kModuli, 1);
  for (const std::uint64_t number : {0, 9, 11, 20, 29, 31}) EXPECT_EQ(held.find(number), nullptr);
  EXPECT_EQ(held.find(UINT64_MAX), nullptr);
}

std::vector<std::uint64_t> ascending_hashes(std::size_t count) {
  std::mt19937_64 random(4);
  std::vector<std::uint64_t> all(count);
  std::ranges::generate(all, [&] { return random() % 3 == 0 ? random() / 25 * 25 : random(); });
  std::ranges::sort(all);
  return all;
}

TEST(HeldShingles, AgreeWithACount) {
  for (const std::size_t count : {0, 1, 2, 3, 100, 5'000}) {
    agrees_with_a_count(picked_sketches(7, ascending_hashes(count)));
  }
}

TEST(HeldShingles, AgreeWithACountOfManyParts) {
  agrees_with_a_count(picked_sketches(4, ascending_hashes(700'000)));
}

TEST(HeldShingles, AgreeWithACountOfNumbersThatShareTheirLeadingBits) {
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t i = 0; i < 3'000; ++i) numbers.push_back(i);
  for (std::uint64_t i = 3'000; i > 0; --i) numbers.push_back(UINT64_MAX - i);
  agrees_with_a_count(picked_sketches(5, numbers));
}

TEST(HeldShingles, OfNoSketchesAreNone) {
  const HeldShingles held({}, kModuli, 1);
  EXPECT_EQ(held.find(0), nullptr);
  EXPECT_EQ(held.find(UINT64_MAX), nullptr);
  EXPECT_TRUE(held.levels().empty());
}

}  // namespace
}  // namespace whorl::internal::join
