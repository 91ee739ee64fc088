// The rarest shingles of a document, compared with those that a direct search finds.
#include "jobs/collection/join/rarest.h"

#include <gtest/gtest.h>

#include <random>

#include "store/records.h"

namespace whorl::internal::join {
namespace {

std::vector<std::uint64_t> words_of(const std::vector<std::uint32_t>& counts) {
  std::vector<std::uint64_t> words;
  for (std::uint32_t place = 0; place < counts.size(); ++place) {
    words.push_back(store::word_of(counts[place], place));
  }
  return words;
}

void expect_the_least(const std::vector<std::uint32_t>& counts) {
  for (std::size_t count = 0; count <= counts.size() + 1; ++count) {
    auto found = words_of(counts), wanted = words_of(counts);
    keep_rarest(found, count);
    keep_least(wanted, count);
    std::ranges::sort(found);
    std::ranges::sort(wanted);
    EXPECT_EQ(found, wanted) << count << " of " << counts.size();
  }
}

TEST(Rarest, AreThoseThatAComparisonFinds) {
  std::mt19937 random(2);
  for (const std::uint32_t most : {2u, 9u, 254u, 255u, 256u, 65535u}) {
    for (const std::size_t size : {0, 1, 2, 17, 400}) {
      std::vector<std::uint32_t> counts(size);
      for (std::uint32_t& count : counts) count = 2 + random() % most;
      expect_the_least(counts);
    }
  }
}

TEST(Rarest, OfEquallyRareOnesAreTheFirst) {
  auto words = words_of({3, 2, 3, 2, 3});
  keep_rarest(words, 3);
  EXPECT_EQ(words, (std::vector{store::word_of(3, 0), store::word_of(2, 1), store::word_of(2, 3)}));
}

}  // namespace
}  // namespace whorl::internal::join
