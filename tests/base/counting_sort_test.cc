#include "base/counting_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace whorl::internal::base {
namespace {

struct Item {
  std::uint32_t key;
  std::size_t at;
  bool operator==(const Item&) const = default;
};

TEST(CountingSort, IsAStableSort) {
  std::mt19937_64 random(13);
  for (std::size_t size : {0u, 1u, 2u, 1000u, 5000u}) {
    for (std::uint32_t most : {0u, 1u, 2047u, 2048u, 70000u, 1u << 22, ~0u}) {
      std::vector<Item> items;
      for (std::size_t i = 0; i < size; ++i) {
        items.push_back({static_cast<std::uint32_t>(random() % (std::uint64_t{most} + 1)), i});
      }
      std::vector<Item> plain = items;
      std::ranges::stable_sort(plain, {}, &Item::key);
      counting_sort(items, most, [](const Item& item) { return item.key; });
      ASSERT_EQ(items, plain) << size << ' ' << most;
    }
  }
}

}  // namespace
}  // namespace whorl::internal::base
