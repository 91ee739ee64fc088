// Every way of finding pairs compares sketches of different moduli at the coarser modulus.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "jobs/collection/join/exact_join.h"
#include "jobs/collection/join/lsh_join.h"
#include "sketched_collection.h"

namespace whorl::internal::join {
namespace {

const std::vector<std::uint64_t> kModuli{1, 2, 4};

std::uint64_t hash(std::uint64_t x) { return x * 0x9E3779B97F4A7C15u; }

sketch::Sketch sketch_of(const std::set<std::uint64_t>& set, std::uint64_t modulus) {
  sketch::Sketch sketch{{}, modulus, set.size()};
  sketch::keep_multiples(sketch::ShingleSet(set.begin(), set.end()), modulus, sketch.hashes);
  return sketch;
}

// Parts of a few themes, some with elements of their own, at any modulus.
std::vector<sketch::Sketch> collection(std::mt19937_64& random, std::size_t documents) {
  std::vector<sketch::Sketch> sketches;
  while (sketches.size() < documents) {
    const std::uint64_t theme = random() % 5, size = 4 + random() % 200;
    const std::uint64_t own = std::array{0, 5, 30}[random() % 3];
    std::set<std::uint64_t> set;
    for (std::uint64_t i = 0; i < size; ++i) {
      set.insert(random() % 100 < own ? hash(random()) : hash(theme * 1000 + i));
    }
    sketches.push_back(sketch_of(set, kModuli[random() % kModuli.size()]));
  }
  return sketches;
}

struct Shares {
  double resemblance = 0;
  double containment = 0;  // of the smaller side
};

Shares shares(const sketch::Sketch& a, const sketch::Sketch& b) {
  const auto seen = sketch::overlap(a.hashes, b.hashes, std::max(a.modulus, b.modulus));
  if (seen.both == 0) return {};
  const auto both = static_cast<double>(seen.both);
  return {both / static_cast<double>(seen.a + seen.b - seen.both),
          both / static_cast<double>(std::min(seen.a, seen.b))};
}

class DifferentModuli : public SketchedCollection {};

TEST_F(DifferentModuli, MissNoPairOverTheThreshold) {
  std::mt19937_64 random(1);
  for (const Join& join : {Join(exactly), Join(all_pairs_join)}) {
    for (const double t : {0.3, 0.6, 0.9}) {
      const auto sketches = collection(random, 80);
      const auto resembling = candidates(sketches, kModuli, {.resemblance = LeastShown(t)}, join);
      const auto contained = candidates(
          sketches, kModuli, {.resemblance = LeastShown(0), .containment = LeastShown(t)}, join);
      std::size_t over = 0;
      for (store::DocId a = 0; a < sketches.size(); ++a) {
        for (store::DocId b = a + 1; b < sketches.size(); ++b) {
          const Shares share = shares(sketches[a], sketches[b]);
          over += share.resemblance >= t;
          EXPECT_TRUE(share.resemblance < t || resembling.contains({a, b})) << a << ", " << b;
          EXPECT_TRUE(share.containment < t || contained.contains({a, b})) << a << ", " << b;
        }
      }
      EXPECT_GT(over, 0u);
    }
  }
}

// Gives a whole set one key.
void whole_key(sketch::ShingleSpan hashes, std::vector<std::uint64_t>& keys) {
  keys.assign(1, hashes.size());
  for (const std::uint64_t each : hashes) keys[0] = keys[0] * 31 + each;
}

Result<CandidateStream> by_whole_key(const JoinInput& input, const CandidateOptions& options,
                                     CandidateStats& stats) {
  return lsh_join(input, whole_key, options, stats);
}

TEST_F(DifferentModuli, ShareKeysAtTheCoarserOne) {
  std::set<std::uint64_t> set;
  for (std::uint64_t i = 0; i < 50; ++i) set.insert(hash(i));
  std::vector<sketch::Sketch> copies;
  for (const std::uint64_t modulus : {1, 2, 4, 1, 4}) copies.push_back(sketch_of(set, modulus));
  EXPECT_EQ(candidates(copies, kModuli, {}, by_whole_key).size(), 10u);
}

TEST_F(DifferentModuli, OfManyThatShareAKeyAllArePairedWithTheFirst) {
  const std::vector<sketch::Sketch> copies(kAllPairs + 5, sketch_of({2, 4, 6}, 1));
  const auto found = candidates(copies, kModuli, {}, by_whole_key);
  EXPECT_EQ(found.size(), copies.size() - 1);
  for (store::DocId other = 1; other < copies.size(); ++other) {
    EXPECT_TRUE(found.contains({0, other})) << other;
  }
}

}  // namespace
}  // namespace whorl::internal::join
