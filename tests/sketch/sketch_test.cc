#include "fingerprints/sketch/sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace whorl::internal::sketch {
namespace {

struct SetPair {
  ShingleSet a;
  ShingleSet b;
};

// Two random sets with `shared` common elements.
SetPair random_pair(std::mt19937_64& random, std::size_t only_a, std::size_t only_b,
                    std::size_t shared) {
  const auto draw = [&](std::size_t count) {
    ShingleSet set(count);
    for (auto& element : set) element = random();
    std::sort(set.begin(), set.end());
    return set;
  };
  const auto with = [](const ShingleSet& own, const ShingleSet& common) {
    ShingleSet set;
    std::merge(own.begin(), own.end(), common.begin(), common.end(), std::back_inserter(set));
    return set;
  };
  const ShingleSet common = draw(shared);
  return {with(draw(only_a), common), with(draw(only_b), common)};
}

TEST(Sampler, ReadsAndPrintsItsName) {
  for (const char* name : {"mod:25", "min:400", "vi", "all"}) {
    EXPECT_EQ(Sampler::parse(name)->print(), name);
  }
  for (const char* name : {"", "mod", "mod:", "mod:0", "min:x", "min:-1", "every", "mod:25 "}) {
    EXPECT_FALSE(Sampler::parse(name)) << name;
  }
}

TEST(Sampler, KeepsAHundredShinglesOrAll) {
  std::mt19937_64 random(1);
  const Sampler vi = *Sampler::parse("vi");
  for (std::size_t size : {0u, 1u, 99u, 100u, 199u, 200u, 5'000u}) {
    const auto [a, b] = random_pair(random, size, 0, 0);
    const Sketch sketch = vi.sketch(a);
    EXPECT_EQ(sketch.full_size, size);
    if (size < 200) {
      EXPECT_EQ(sketch.hashes, a);
    } else {
      EXPECT_GE(size / sketch.modulus, 100u);
      EXPECT_LT(size / sketch.modulus, 200u);
    }
  }
}

TEST(Sampler, IsExactWhereTheSketchesAreComplete) {
  std::mt19937_64 random(2);
  for (const char* name : {"mod:25", "min:400", "vi", "all"}) {
    const Sampler method = *Sampler::parse(name);
    const auto [a, b] = random_pair(random, 30, 20, 40);
    const Measure r = method.resemblance(method.sketch(a), method.sketch(b));
    EXPECT_TRUE(r.exact) << name;
    EXPECT_DOUBLE_EQ(r.value, 40.0 / 90) << name;
    EXPECT_DOUBLE_EQ(method.containment(method.sketch(b), method.sketch(a)).value, 40.0 / 60);
  }
}

TEST(Sampler, ComparesAtTheCoarserModulus) {
  std::mt19937_64 random(3);
  const Sampler method = *Sampler::parse("mod:25");
  const auto [large, small] = random_pair(random, 20'000, 0, 400);
  const Sketch a = method.sketch(large);
  const Sketch b = method.sketch(small);
  EXPECT_EQ(a.modulus, 25u);
  EXPECT_EQ(b.modulus, 1u);
  const Measure contained = method.containment(b, a);
  EXPECT_DOUBLE_EQ(contained.value, 1);
  EXPECT_LT(contained.low, 1);
}

TEST(Sampler, EmptySketchesMatchNothing) {
  for (const char* name : {"mod:25", "min:400", "vi", "all"}) {
    const Sampler method = *Sampler::parse(name);
    const Sketch empty = method.sketch({});
    EXPECT_EQ(method.resemblance(empty, empty).value, 0) << name;
    EXPECT_EQ(method.containment(empty, empty).value, 0) << name;
  }
}

// 95 % intervals cover the truth for about 95 % of pairs; the bounds are 4 standard errors wide.
TEST(Sampler, IntervalsCoverTheTruth) {
  std::mt19937_64 random(4);
  constexpr int kRuns = 1'000;
  for (const char* name : {"mod:25", "min:100", "vi"}) {
    const Sampler method = *Sampler::parse(name);
    int covered = 0;
    for (int run = 0; run < kRuns; ++run) {
      const auto [a, b] = random_pair(random, 750, 600, 1'250);
      const Measure r = method.resemblance(method.sketch(a), method.sketch(b));
      const double truth = 1'250.0 / 2'600;
      covered += r.low <= truth && truth <= r.high;
    }
    EXPECT_GT(covered, kRuns * 0.92) << name;
    EXPECT_LT(covered, kRuns * 0.98) << name;
  }
}

TEST(Measure, SaysWhatIsCountedAndWhatIsNot) {
  EXPECT_TRUE(counted(3, 4).exact);
  EXPECT_DOUBLE_EQ(counted(0, 0).value, 0);
  EXPECT_TRUE(sampled(3, 4, 4).exact);
  const Measure m = sampled(50, 100, 10'000);
  EXPECT_FALSE(m.exact);
  EXPECT_LT(m.low, 0.5);
  EXPECT_GT(m.high, 0.5);
}

}  // namespace
}  // namespace whorl::internal::sketch
