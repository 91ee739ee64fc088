// Finding the nearest small number, compared with a linear search.
#include "jobs/compare/scoring/suffix_order.h"

#include <gtest/gtest.h>

#include <random>

namespace whorl::internal::compare::scoring {
namespace {

// Mostly large numbers, so that searches climb the tree.
std::vector<std::uint8_t> some_numbers(std::size_t count, std::mt19937& random) {
  std::vector<std::uint8_t> numbers(count);
  for (auto& number : numbers) {
    number = static_cast<std::uint8_t>(random() % 50 == 0 ? random() % 128 : 100 + random() % 28);
  }
  numbers.front() = numbers.back() = 0;
  return numbers;
}

TEST(MinimumTree, FindsTheNearestOnBothSidesPlainly) {
  std::mt19937 random(1);
  for (const std::size_t count : {1, 2, 15, 16, 17, 255, 256, 257, 4095, 4096, 4097, 5000}) {
    const std::vector<std::uint8_t> numbers = some_numbers(count, random);
    const MinimumTree tree(numbers);
    ASSERT_EQ(tree.size(), count);
    for (int i = 0; i < 3000; ++i) {
      const std::size_t at = random() % count;
      const auto bound = static_cast<std::uint8_t>(1 + random() % 127);
      std::size_t next = at, last = at;
      while (numbers[next] >= bound) ++next;
      while (numbers[last] >= bound) --last;
      ASSERT_EQ(tree.next_below(at, bound), next) << count << " from " << at;
      ASSERT_EQ(tree.last_below(at, bound), last) << count << " up to " << at;
    }
  }
}

}  // namespace
}  // namespace whorl::internal::compare::scoring
