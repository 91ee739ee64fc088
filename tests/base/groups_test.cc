// Groups do not depend on how much of a stream is read at a time.
#include "base/groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace whorl::internal::base {
namespace {

// Returns up to `most` numbers at a time.
class Numbers {
 public:
  Numbers(std::vector<int> numbers, std::size_t most) : numbers_(std::move(numbers)), most_(most) {}

  Result<std::span<const int>> next_some() {
    given_.assign(numbers_.begin(),
                  numbers_.begin() + static_cast<std::ptrdiff_t>(std::min(most_, numbers_.size())));
    numbers_.erase(numbers_.begin(), numbers_.begin() + static_cast<std::ptrdiff_t>(given_.size()));
    return std::span<const int>(given_);
  }

 private:
  std::vector<int> numbers_, given_;
  std::size_t most_;
};

TEST(Groups, AreTheSameWhateverIsGivenAtATime) {
  std::mt19937 random(2);
  for (const std::size_t size : {0u, 1u, 2u, 100u}) {
    std::vector<int> numbers(size);
    std::vector<std::vector<int>> expected;
    for (std::size_t i = 0; i < size; ++i) {
      numbers[i] = i == 0 ? 0 : numbers[i - 1] + static_cast<int>(random() % 6 == 0);
      if (i == 0 || numbers[i] != numbers[i - 1]) expected.emplace_back();
      expected.back().push_back(numbers[i]);
    }
    for (const std::size_t most : {1u, 2u, 3u, 7u, 99u, 100u, 101u}) {
      Numbers source(numbers, most);
      std::vector<std::vector<int>> found;
      ASSERT_TRUE(for_each_group<int>(
          source, [](int a, int b) { return a == b; },
          [&](std::span<const int> group) -> Result<void> {
            found.emplace_back(group.begin(), group.end());
            return {};
          }));
      EXPECT_EQ(found, expected) << size << ", " << most << " at a time";
    }
  }
}

}  // namespace
}  // namespace whorl::internal::base
