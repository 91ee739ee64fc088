// Every dispatch level finds the same bits as the plain version.

#include "fingerprints/kernels/bit_positions.h"

#include <gtest/gtest.h>

#include <random>

#include "fingerprints/kernels/level.h"

namespace whorl::internal::kernels {
namespace {

TEST(BitPositions, AreThoseOfThePlainTwin) {
  std::mt19937_64 random(1);
  std::vector<std::uint32_t> found, expected;
  for (const Level l : supported_levels()) {
    force(l);
    for (std::size_t n = 0; n < 9; ++n) {
      for (int density = 0; density < 6; ++density) {
        std::vector<std::uint64_t> words(n);
        for (auto& word : words) {
          word = density == 5 ? ~std::uint64_t{0} : random();
          for (int i = 4; i > density; --i) word &= random();
        }
        ASSERT_EQ(count_bits(words), count_bits_plain(words)) << name(l);
        for (std::size_t begin = 0; begin <= 64 * n + 1; begin += 1 + random() % 13) {
          bit_positions(words, begin, found);
          bit_positions_plain(words, begin, expected);
          ASSERT_EQ(found, expected) << name(l) << " " << n << " " << density << " " << begin;
        }
      }
    }
  }
}

}  // namespace
}  // namespace whorl::internal::kernels
