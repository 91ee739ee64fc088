// Which shingles several sketches keep, beside a count of all.
#include "join/held_shingles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
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

void agrees_with_a_count(const std::vector<sketch::ShingleSet>& sketches) {
  std::map<std::uint64_t, std::uint32_t> holders;
  for (const sketch::ShingleSet& sketch : sketches) {
    for (const std::uint64_t shingle : sketch) ++holders[shingle];
  }
  for (const unsigned threads : {1u, 3u}) {
    const HeldShingles held({sketches.begin(), sketches.end()}, kModuli, threads);
    std::size_t lists = 0;
    for (const auto& [shingle, count] : holders) {
      const HeldShingles::Shared* found = held.find(shingle);
      ASSERT_EQ(found != nullptr, count > 1) << shingle;
      ASSERT_EQ(held.find(shingle + 1) != nullptr,
                holders.contains(shingle + 1) && holders[shingle + 1] > 1);
      if (!found) continue;
      EXPECT_EQ(found->holders, count);
      EXPECT_EQ(found->list, lists);
      const std::size_t levels = shingle % 25 == 0 ? 3 : shingle % 5 == 0 ? 2 : 1;
      for (std::size_t level = 0; level < levels; ++level) {
        EXPECT_EQ(held.levels()[lists++], levels - 1);
      }
    }
    EXPECT_EQ(held.levels().size(), lists);
  }
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
  agrees_with_a_count(picked_sketches(4, ascending_hashes(1'500'000)));
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
