// Every dispatch level marks the hashes that the plain twins and plain arithmetic do.

#include "fingerprints/kernels/hash_selection.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "fingerprints/kernels/level.h"

namespace whorl::internal::kernels {
namespace {

using Hashes = std::vector<std::uint64_t>;

constexpr std::uint64_t kMost = UINT64_MAX;
constexpr std::uint64_t kLargePrime = 18446744073709551557u;  // the greatest of 64 bits
constexpr std::uint64_t kModuli[] = {1,          2,           3,          4,          7,
                                     24,         25,          100,        1'000'003,  1 << 20,
                                     1u << 31,   4294967291u, 1ull << 32, 6ull << 40, 1ull << 62,
                                     1ull << 63, kLargePrime, kMost - 1,  kMost};

Hashes draw(std::mt19937_64& random, std::size_t n) {
  Hashes hashes(n);
  for (auto& hash : hashes) hash = random() >> random() % 64;
  return hashes;
}

template <class Chosen>
Hashes naive(const Hashes& hashes, Chosen chosen) {
  Hashes bits((hashes.size() + 63) / 64);
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (chosen(hashes[i])) bits[i / 64] |= std::uint64_t{1} << i % 64;
  }
  return bits;
}

void expect_marks(const Hashes& hashes, std::uint64_t number) {
  const Hashes small = naive(hashes, [=](std::uint64_t hash) { return hash <= number; });
  const Hashes multiples =
      naive(hashes, [=](std::uint64_t hash) { return number > 0 && hash % number == 0; });
  Hashes bits(3, kMost);
  mark_at_most_plain(hashes, number, bits);
  ASSERT_EQ(bits, small);
  if (number > 0) {
    mark_multiples_plain(hashes, number, bits);
    ASSERT_EQ(bits, multiples);
  }
  for (const Level l : supported_levels()) {
    force(l);
    bits.assign(3, kMost);
    mark_at_most(hashes, number, bits);
    ASSERT_EQ(bits, small) << name(l) << " " << number;
    if (number == 0) continue;
    mark_multiples(hashes, number, bits);
    ASSERT_EQ(bits, multiples) << name(l) << " " << number;
  }
}

TEST(HashChoices, OfEverySize) {
  std::mt19937_64 random(1);
  for (std::size_t n = 0; n < 300; ++n) {
    const Hashes hashes = draw(random, n);
    for (const std::uint64_t number : {std::uint64_t{3}, std::uint64_t{24}, kMost / 2}) {
      expect_marks(hashes, number);
    }
  }
}

// The multiples of each modulus, their neighbours, and both ends of the numbers.
TEST(HashChoices, AtTheEdgesOfEveryModulus) {
  std::mt19937_64 random(2);
  for (const std::uint64_t m : kModuli) {
    Hashes hashes = {0, 1, 2, m - 1, m, m + 1, kMost, kMost - 1, kMost / m * m, kMost / m * m - 1};
    for (int i = 0; i < 400; ++i) {
      const std::uint64_t multiple = random() % (kMost / m) * m;
      hashes.insert(hashes.end(), {multiple, multiple + 1, multiple + m / 2, random()});
    }
    expect_marks(hashes, m);
  }
}

TEST(HashChoices, OfRandomNumbers) {
  std::mt19937_64 random(3);
  for (int run = 0; run < 500; ++run) {
    Hashes hashes = draw(random, random() % 500);
    const std::uint64_t number = random() >> random() % 64;
    for (auto& hash : hashes) {
      if (random() % 4 == 0) hash *= number;
    }
    expect_marks(hashes, number);
  }
  expect_marks(draw(random, 200), 0);
}

}  // namespace
}  // namespace whorl::internal::kernels
