#include "sketch/probe_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace whorl {
namespace {

TEST(ProbeSet, CountsAsTheMergeDoes) {
  std::mt19937_64 random(9);
  ProbeSet probe;
  for (int round = 0; round < 300; ++round) {
    const std::uint64_t range = round % 3 == 0 ? 40 : round % 3 == 1 ? 5000 : ~std::uint64_t{0};
    const std::uint64_t factor = round % 2 ? 1 : 25u << 20;
    const auto draw = [&] {
      std::set<std::uint64_t> set;
      for (std::uint64_t n = random() % 300; n > 0; --n) set.insert(random() % range * factor);
      return ShingleSet(set.begin(), set.end());
    };
    const ShingleSet a = draw();
    probe.hold(a);
    for (int other = 0; other < 3; ++other) {
      const ShingleSet b = draw();
      const Overlap expected = overlap(a, b), seen = probe.overlap(b);
      ASSERT_EQ(seen.a, expected.a);
      ASSERT_EQ(seen.b, expected.b);
      ASSERT_EQ(seen.both, expected.both);
    }
  }
}

}  // namespace
}  // namespace whorl
