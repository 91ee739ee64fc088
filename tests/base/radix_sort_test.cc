#include "base/radix_sort.h"

#include <gtest/gtest.h>

#include <random>

namespace whorl::internal::base {
namespace {

struct Record {
  std::uint32_t first;
  std::uint32_t second;
  std::uint64_t third;
  auto operator<=>(const Record&) const = default;
  std::array<std::uint64_t, 2> sort_key() const {
    return {std::uint64_t{first} << 32 | second, third};
  }
};

TEST(RadixSort, SortsAsAPlainSortDoes) {
  std::mt19937_64 random(11);
  for (std::size_t size : {0u, 1u, 2u, 127u, 128u, 129u, 1000u, 100000u}) {
    // Few values: records agree in many bytes, or in all.
    for (std::uint64_t values : {1ull, 3ull, 70000ull, ~0ull}) {
      std::vector<Record> records(size);
      for (Record& record : records) {
        record = {static_cast<std::uint32_t>(random() % values),
                  static_cast<std::uint32_t>(random() % values), random() % values};
      }
      std::vector<Record> plain = records;
      std::ranges::sort(plain);
      for (unsigned threads : {1u, 3u}) {
        std::vector<Record> sorted = records;
        radix_sort(std::span(sorted), threads);
        ASSERT_EQ(sorted, plain) << size << ' ' << values << ' ' << threads;
      }
    }
  }
}

}  // namespace
}  // namespace whorl::internal::base
