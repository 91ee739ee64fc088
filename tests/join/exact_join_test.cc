#include "jobs/collection/join/exact_join.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "fingerprints/sketch/measure.h"
#include "sketched_collection.h"

namespace whorl::internal::join {
namespace {

// Sets with large overlaps: copies of a few themes with replaced elements.
std::vector<sketch::ShingleSet> collection(std::uint64_t seed, std::size_t documents) {
  std::mt19937_64 random(seed);
  const auto hash = [](std::uint64_t x) { return x * 0x9E3779B97F4A7C15u; };
  std::vector<sketch::ShingleSet> sets;
  for (std::size_t d = 0; d < documents; ++d) {
    const std::uint64_t theme = random() % 7;
    const std::uint64_t size = random() % 3 ? 300 + random() % 30 : 1 + random() % 400;
    const std::uint64_t noise = std::array{0, 1, 2, 10, 40, 80}[random() % 6];
    std::set<std::uint64_t> set;
    for (std::uint64_t i = 0; i < size; ++i) {
      set.insert(random() % 100 < noise ? hash(random()) : hash(theme * 1000 + i));
    }
    sets.emplace_back(set.begin(), set.end());
  }
  return sets;
}

class CandidatePairs : public SketchedCollection,
                       public testing::WithParamInterface<std::tuple<const char*, double>> {};

TEST_P(CandidatePairs, MissNoPairOverTheThreshold) {
  const auto [name, t] = GetParam();
  const sketch::Sampler method = *sketch::Sampler::parse(name);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    std::vector<sketch::Sketch> sketches;
    for (const auto& set : collection(seed, 120)) sketches.push_back(method.sketch(set));
    const auto resembling = candidates(sketches, method.moduli(), {.resemblance = LeastShown(t)});
    const auto contained = candidates(sketches, method.moduli(),
                                      {.resemblance = LeastShown(0), .containment = LeastShown(t)});
    CandidateOptions tight{.resemblance = LeastShown(t)};
    tight.budget.memory = 1 << 16;
    const auto in_parts = candidates(sketches, method.moduli(), tight);
    std::size_t over = 0;
    for (store::DocId a = 0; a < sketches.size(); ++a) {
      for (store::DocId b = a + 1; b < sketches.size(); ++b) {
        const sketch::SketchView x = sketches[a];
        const sketch::SketchView y = sketches[b];
        if (method.resemblance(x, y).value >= t) {
          ++over;
          EXPECT_TRUE(resembling.contains({a, b})) << seed << ": " << a << ", " << b;
          EXPECT_TRUE(in_parts.contains({a, b})) << seed << ": " << a << ", " << b;
        }
        const sketch::Overlap seen =
            sketch::overlap(x.hashes, y.hashes, std::max(x.modulus, y.modulus));
        const auto smaller = static_cast<double>(std::min(seen.a, seen.b));
        if (seen.both > 0 && static_cast<double>(seen.both) >= t * smaller) {
          EXPECT_TRUE(contained.contains({a, b})) << seed << ": " << a << ", " << b;
        }
      }
    }
    EXPECT_GT(over, 0u);
    EXPECT_LT(resembling.size(), sketches.size() * (sketches.size() - 1) / 2);
  }
}

// With little memory, common elements are counted in parts, and each part forms pairs from its own
// counts.
TEST_P(CandidatePairs, AreNoFewerWithLittleMemory) {
  const auto [name, t] = GetParam();
  const sketch::Sampler method = *sketch::Sampler::parse(name);
  std::vector<sketch::Sketch> sketches;
  for (const auto& set : collection(42, 150)) sketches.push_back(method.sketch(set));
  CandidateOptions roomy{.resemblance = LeastShown(t), .containment = LeastShown(t)};
  CandidateOptions tight = roomy;
  tight.budget.memory = 1 << 16;
  const auto few = candidates(sketches, method.moduli(), roomy);
  const auto more = candidates(sketches, method.moduli(), tight);
  EXPECT_TRUE(std::ranges::includes(more, few));
}

TEST_P(CandidatePairs, AreOfDocumentsWhoseSizesAllowThem) {
  const auto [name, t] = GetParam();
  const sketch::Sampler method = *sketch::Sampler::parse(name);
  std::vector<sketch::Sketch> sketches;
  std::vector<store::SketchEntry> entries;
  for (const auto& set : collection(7, 120)) {
    sketches.push_back(method.sketch(set));
    entries.emplace_back().full_size = set.size();
  }
  CandidateOptions options{.resemblance = LeastShown(t / 2)};
  auto allowed = candidates(sketches, method.moduli(), options);
  const std::size_t all = allowed.size();
  const SizeRule rule(entries, t);
  std::erase_if(allowed, [&](const CandidatePair& pair) { return !rule.allows(pair.a, pair.b); });
  EXPECT_LT(allowed.size(), all);
  options.sizes = rule;
  EXPECT_EQ(candidates(sketches, method.moduli(), options), allowed);
}

TEST(SizeRule, GoesByTheRatioOfSizes) {
  std::vector<store::SketchEntry> entries(3);
  for (std::size_t i = 0; i < 3; ++i) entries[i].full_size = 5 + i * 5;  // 5, 10, 15
  const SizeRule half(entries, 0.5);
  EXPECT_TRUE(half.allows(0, 1));
  EXPECT_TRUE(half.allows(2, 1));
  EXPECT_FALSE(half.allows(0, 2));
  EXPECT_TRUE(SizeRule().allows(0, 2));
}

TEST(SketchedPairs, AreSoughtByWhatSketchesOfTheirSizeShow) {
  const sketch::Sampler method = *sketch::Sampler::parse("mod:25");
  const LeastShown least = LeastShown::of_resemblance(method, 0.5);
  EXPECT_EQ(least.at(1, 100), 0.5);  // both are complete
  EXPECT_DOUBLE_EQ(least.at(25, 100), method.least_shown(0.5));
  EXPECT_DOUBLE_EQ(least.at(25, 20), least.anywhere());
  EXPECT_GT(least.at(25, 1000), least.at(25, 200));
  for (std::uint64_t in_union = 100; in_union < 3000; in_union += 7) {
    // A pair that is not sought is not kept because of its sketches.
    const auto both = static_cast<std::uint64_t>(least.at(25, in_union) * double(in_union) - 1e-6);
    const double high = sketch::sampled(both, in_union, 1e9, sketch::kNearlySure).high;
    EXPECT_LT(high, 0.5) << both << " of " << in_union;
  }
  const sketch::Sampler smallest = *sketch::Sampler::parse("min:400");
  EXPECT_EQ(LeastShown::of_resemblance(smallest, 0.5).at(1, 800),
            LeastShown::of_resemblance(smallest, 0.5).anywhere());
}

TEST(SketchedPairs, AreSoughtByWhatSketchesShowOfAContainment) {
  const sketch::Sampler method = *sketch::Sampler::parse("mod:25");
  const LeastShown least = LeastShown::of_containment(method, 0.9);
  EXPECT_EQ(least.at(1, 10), 0.9);  // both are complete
  EXPECT_DOUBLE_EQ(least.at(25, 0), 0.45);
  EXPECT_DOUBLE_EQ(least.at(25, 4), least.anywhere());
  EXPECT_NEAR(least.at(25, 100), 0.78, 1e-9);
  const ShownRule rule{LeastShown(0), least};
  EXPECT_TRUE(rule.is_met_by({4, 1000, 2}, 25));
  EXPECT_TRUE(rule.is_met_by({1000, 4, 2}, 25));
  EXPECT_FALSE(rule.is_met_by({4, 1000, 1}, 25));
  EXPECT_FALSE(rule.is_met_by({0, 1000, 0}, 25));
  EXPECT_TRUE(rule.is_met_by({100, 100, 78}, 25));
  EXPECT_FALSE(rule.is_met_by({100, 100, 77}, 25));
}

INSTANTIATE_TEST_SUITE_P(Methods, CandidatePairs,
                         testing::Combine(testing::Values("all", "mod:4", "mod:25", "vi"),
                                          testing::Values(0.2, 0.5, 0.8, 0.95)));

}  // namespace
}  // namespace whorl::internal::join
