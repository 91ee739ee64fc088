#include "base/sort_hashes.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace whorl::internal::base {
namespace {

void agrees_with_a_set(std::vector<std::uint64_t> numbers) {
  static HashSorter sorter;  // keeps its memory from longer and shorter lists before
  const std::set<std::uint64_t> expected(numbers.begin(), numbers.end());
  std::vector<std::uint64_t> again = numbers;
  sort_distinct_hashes(numbers);
  sorter.sort_distinct(again);
  EXPECT_EQ(numbers, std::vector<std::uint64_t>(expected.begin(), expected.end()));
  EXPECT_EQ(again, numbers);
}

TEST(SortDistinctHashes, AgreesWithASet) {
  std::mt19937_64 random(5);
  for (std::size_t size : {0, 1, 2, 15, 16, 17, 32, 33, 34, 300000, 255, 256, 257, 5000}) {
    std::vector<std::uint64_t> hashes(size), few(size), small(size), equal(size, 7);
    for (std::size_t i = 0; i < size; ++i) {
      hashes[i] = random();
      few[i] = random() % 10 * 0x9e3779b97f4a7c15u;
      small[i] = random() % 1000;  // all in one bucket
    }
    agrees_with_a_set(hashes);
    agrees_with_a_set(few);
    agrees_with_a_set(small);
    agrees_with_a_set(equal);
    for (std::uint64_t& hash : hashes) hash |= 0xffffffff00000000u;
    agrees_with_a_set(hashes);
  }
}

}  // namespace
}  // namespace whorl::internal::base
