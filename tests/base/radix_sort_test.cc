#include "base/radix_sort.h"

#include <gtest/gtest.h>

#include <random>

#include "../stop_at_question.h"

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

// Few values: records agree in many bytes, or in all.
constexpr std::uint64_t kValues[] = {1, 3, 70000, ~0ull};

std::vector<Record> some_records(std::size_t size, std::uint64_t values, std::mt19937_64& random) {
  std::vector<Record> records(size);
  for (Record& record : records) {
    record = {static_cast<std::uint32_t>(random() % values),
              static_cast<std::uint32_t>(random() % values), random() % values};
  }
  return records;
}

TEST(RadixSort, SortsAsAPlainSortDoes) {
  std::mt19937_64 random(11);
  for (std::size_t size : {0u, 1u, 2u, 23u, 24u, 25u, 1000u, 100000u}) {
    for (std::uint64_t values : kValues) {
      const std::vector<Record> records = some_records(size, values, random);
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

TEST(RadixSort, ACancelledSortSaysSoAndLosesNoRecord) {
  std::mt19937_64 random(13);
  const std::vector<Record> records = some_records(300'000, ~0ull, random);
  std::vector<Record> plain = records;
  std::ranges::sort(plain);
  for (const unsigned threads : {1u, 3u}) {
    int cancelled = 0, questions = 0;
    for (;; questions = questions * 3 / 2 + 1) {
      test::StopAtQuestion stop(questions);
      std::vector<Record> sorted = records;
      const auto done = radix_sort(std::span(sorted), threads, &stop);
      if (done) {
        EXPECT_EQ(sorted, plain);
        break;
      }
      ++cancelled;
      EXPECT_EQ(done.error().code, ErrorCode::cancelled);
      std::ranges::sort(sorted);
      EXPECT_EQ(sorted, plain) << questions;
    }
    EXPECT_GT(cancelled, 5) << "it asks again and again";
  }
}

// In place if the buffer is too small, otherwise through the buffer.
TEST(RadixSort, SortsABucketWithABufferOfAnySize) {
  std::mt19937_64 random(12);
  for (std::uint64_t values : kValues) {
    const std::vector<Record> records = some_records(5000, values, random);
    std::vector<Record> plain = records;
    std::ranges::sort(plain);
    for (std::size_t room : {0u, 25u, 300u, 4999u, 5000u, 6000u}) {
      std::vector<Record> sorted = records, buffer(room);
      radix::sort_bucket(std::span(sorted), 0, std::span(buffer));
      ASSERT_EQ(sorted, plain) << values << ' ' << room;
    }
  }
}

}  // namespace
}  // namespace whorl::internal::base
