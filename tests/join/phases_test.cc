// The steps of whorl/phases.h, compared with plain versions that look at everything.
#include "whorl/phases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace whorl::phases {
namespace {

using Set = std::vector<std::uint64_t>;

// Copies of a few themes with replaced elements.
std::vector<Set> documents(std::mt19937_64& random, std::size_t count) {
  std::vector<Set> all;
  for (std::size_t d = 0; d < count; ++d) {
    const std::uint64_t theme = random() % 5, size = 1 + random() % 60, noise = random() % 60;
    std::set<std::uint64_t> set;
    for (std::uint64_t i = 0; i < size; ++i) {
      set.insert((random() % 100 < noise ? random() : theme * 1000 + i) * 0x9E3779B97F4A7C15u);
    }
    all.emplace_back(set.begin(), set.end());
  }
  return all;
}

Set at_modulus(const Set& set, std::uint64_t modulus) {
  Set kept;
  for (const std::uint64_t shingle : set) {
    if (shingle % modulus == 0) kept.push_back(shingle);
  }
  return kept;
}

Set both(const Set& a, const Set& b) {
  Set shared;
  std::ranges::set_intersection(a, b, std::back_inserter(shared));
  return shared;
}

// The candidates by the two steps. Each sketch has its own modulus.
std::set<Pair> candidates(const std::vector<Set>& sketches, const Set& own, const Set& moduli,
                          double threshold) {
  std::map<std::uint64_t, std::uint32_t> holders;
  for (const Set& sketch : sketches) {
    for (const std::uint64_t shingle : sketch) ++holders[shingle];
  }
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<PrefixHolder>> groups;
  for (Document doc = 0; doc < sketches.size(); ++doc) {
    Set shared = sketches[doc];
    std::erase_if(shared, [&](std::uint64_t shingle) { return holders[shingle] < 2; });
    std::ranges::sort(shared, {}, [&](std::uint64_t s) { return std::pair(holders[s], s); });
    for (const std::uint64_t modulus : moduli) {
      if (modulus < own[doc]) continue;
      std::vector<PrefixShingle> prefix;
      const std::uint64_t size =
          append_prefix({sketches[doc], own[doc], shared}, modulus, threshold, prefix);
      EXPECT_EQ(size, at_modulus(sketches[doc], modulus).size());
      for (const PrefixShingle& at : prefix) {
        groups[{at.shingle, modulus}].push_back(
            {doc, static_cast<std::uint32_t>(size), at.position, modulus == own[doc]});
      }
    }
  }
  std::vector<Pair> pairs;
  for (auto& [key, group] : groups) {
    std::ranges::sort(group, {},
                      [](const PrefixHolder& h) { return std::pair(h.size, h.document); });
    append_pairs(group, threshold, pairs);
  }
  return {pairs.begin(), pairs.end()};
}

TEST(Candidates, MissNoPairOverTheThresholdAndLeaveMostOut) {
  std::mt19937_64 random(7);
  const Set moduli{1, 2, 4};
  for (const double threshold : {0.3, 0.5, 0.9}) {
    std::size_t over = 0, found = 0, all = 0;
    for (int round = 0; round < 20; ++round) {
      std::vector<Set> sketches = documents(random, 60);
      Set own;
      for (Set& sketch : sketches) {
        own.push_back(moduli[random() % 3]);
        sketch = at_modulus(sketch, own.back());
      }
      const std::set<Pair> pairs = candidates(sketches, own, moduli, threshold);
      found += pairs.size();
      for (Document a = 0; a < sketches.size(); ++a) {
        for (Document b = a + 1; b < sketches.size(); ++b, ++all) {
          const PairCounts seen = count_pair(sketches[a], own[a], sketches[b], own[b]);
          const PairMeasures m =
              measures({seen.of_a, seen.of_b, seen.both, 1}, seen.of_a, seen.of_b);
          if (!reaches(m, threshold, 0)) continue;
          ++over;
          EXPECT_TRUE(pairs.contains({a, b})) << threshold << ": " << a << ", " << b;
        }
      }
    }
    EXPECT_GT(over, 0u);
    EXPECT_LT(found, all / 2);
  }
}

TEST(Candidates, OfNothingAreNone) {
  std::vector<PrefixShingle> prefix;
  EXPECT_EQ(append_prefix({}, 1, 0.5, prefix), 0u);
  EXPECT_TRUE(prefix.empty());
  std::vector<Pair> pairs;
  append_pairs({}, 0.5, pairs);
  EXPECT_TRUE(pairs.empty());
}

TEST(Counting, IsOfTheSetsAtTheCoarserModulus) {
  std::mt19937_64 random(9);
  const std::vector<Set> sets = documents(random, 40);
  for (std::size_t i = 0; i + 1 < sets.size(); ++i) {
    for (const auto& [m, n] : {std::pair(1u, 1u), std::pair(1u, 3u), std::pair(6u, 3u)}) {
      const Set a = at_modulus(sets[i], m), b = at_modulus(sets[i + 1], n);
      const std::uint64_t modulus = std::max(m, n);
      const Set thin_a = at_modulus(a, modulus), thin_b = at_modulus(b, modulus);
      EXPECT_EQ(count_pair(a, m, b, n),
                (PairCounts{thin_a.size(), thin_b.size(), both(thin_a, thin_b).size(), modulus}));
    }
  }
}

TEST(Counting, IsExactOfWholeSetsAndHasAnIntervalOfSamples) {
  const PairMeasures whole = measures({40, 20, 10, 1}, 40, 20);
  EXPECT_TRUE(whole.resemblance.exact);
  EXPECT_DOUBLE_EQ(whole.resemblance.value, 0.2);
  EXPECT_DOUBLE_EQ(whole.a_in_b.value, 0.25);
  EXPECT_DOUBLE_EQ(whole.b_in_a.value, 0.5);
  const PairMeasures sampled = measures({40, 20, 10, 25}, 1000, 500);
  EXPECT_FALSE(sampled.resemblance.exact);
  EXPECT_LT(sampled.resemblance.low, 0.2);
  EXPECT_GT(sampled.resemblance.high, 0.2);
  EXPECT_LT(measures({40, 20, 10, 25}, 1000, 500, 1).resemblance.high, sampled.resemblance.high);
}

TEST(Counting, ReachesAThresholdByEitherMeasureAndNoneByZero) {
  const PairMeasures m = measures({40, 20, 10, 1}, 40, 20);
  EXPECT_TRUE(reaches(m, 0.2, 0));
  EXPECT_FALSE(reaches(m, 0.21, 0));
  EXPECT_TRUE(reaches(m, 0.9, 0.5));
  EXPECT_FALSE(reaches(m, 0, 0));
  const PairMeasures sample = measures({40, 20, 10, 25}, 1000, 500);
  EXPECT_FALSE(reaches(sample, 0.25, 0));
  EXPECT_TRUE(may_reach(sample, 0.25, 0));
  EXPECT_FALSE(may_reach(sample, 0.95, 0));
}

std::vector<Pair> random_pairs(std::mt19937_64& random, std::uint32_t documents) {
  std::set<Pair> pairs;
  for (std::uint64_t i = random() % 60; i > 0; --i) {
    const auto a = static_cast<Document>(random() % documents);
    const auto b = static_cast<Document>(random() % documents);
    if (a != b) pairs.insert({std::min(a, b), std::max(a, b)});
  }
  return {pairs.begin(), pairs.end()};
}

TEST(Survivors, TakeWhoIsFreeInOrderOfPreference) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 300; ++round) {
    constexpr std::uint32_t kDocuments = 30;
    std::vector<RankedPair> ranked;
    for (const Pair& pair : random_pairs(random, kDocuments)) ranked.push_back({pair.a, pair.b});
    std::vector<std::uint32_t> expected(kDocuments, UINT32_MAX);
    for (std::uint32_t survivor = 0; survivor < kDocuments; ++survivor) {
      if (expected[survivor] != UINT32_MAX) continue;
      expected[survivor] = survivor;
      for (std::uint32_t other = survivor + 1; other < kDocuments; ++other) {
        const bool paired = std::ranges::find(ranked, RankedPair{survivor, other}) != ranked.end();
        if (paired && expected[other] == UINT32_MAX) expected[other] = survivor;
      }
    }
    EXPECT_EQ(resolve_survivors(kDocuments, ranked), expected);
  }
}

// Counts similar documents of a graph of candidates in rounds.
std::vector<std::uint32_t> survivors_in_rounds(std::uint32_t documents,
                                               const std::vector<RankedPair>& similar,
                                               std::mt19937_64& random) {
  std::vector<std::vector<std::uint32_t>> candidates(documents);
  for (const RankedPair& pair : similar) candidates[pair.other].push_back(pair.preferred);
  std::vector<std::uint32_t> survivors(documents, kUndecided);
  std::vector<SurvivorSearch> searches;
  for (std::uint32_t own = 0; own < documents; ++own) {
    for (std::uint32_t other = 0; other < own; ++other) {
      if (random() % 3 == 0) candidates[own].push_back(other);
    }
    std::ranges::sort(candidates[own]);
    const auto repeated = std::ranges::unique(candidates[own]);
    candidates[own].erase(repeated.begin(), repeated.end());
    searches.emplace_back(own, candidates[own]);
  }
  while (!searches.empty()) {
    std::erase_if(searches, [&](SurvivorSearch& search) {
      std::vector<std::uint32_t> found;
      for (const std::uint32_t candidate : search.next(survivors)) {
        if (std::ranges::find(similar, RankedPair{candidate, search.own()}) != similar.end()) {
          found.push_back(candidate);
        }
      }
      search.counted(found);
      survivors[search.own()] = search.survivor(survivors);
      return survivors[search.own()] != kUndecided;
    });
  }
  return survivors;
}

TEST(Survivors, AreTheSameInRounds) {
  std::mt19937_64 random(17);
  for (int round = 0; round < 300; ++round) {
    constexpr std::uint32_t kDocuments = 60;
    std::vector<RankedPair> similar;
    for (const Pair& pair : random_pairs(random, kDocuments)) similar.push_back({pair.a, pair.b});
    EXPECT_EQ(survivors_in_rounds(kDocuments, similar, random),
              resolve_survivors(kDocuments, similar));
  }
}

TEST(Components, AreNamedByTheirFirstDocument) {
  std::mt19937_64 random(13);
  for (int round = 0; round < 300; ++round) {
    constexpr Document kDocuments = 30;
    std::vector<Pair> pairs = random_pairs(random, kDocuments);
    std::vector<Document> expected(kDocuments);
    for (Document doc = 0; doc < kDocuments; ++doc) expected[doc] = doc;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Pair& pair : pairs) {
        const Document first = std::min(expected[pair.a], expected[pair.b]);
        changed = changed || expected[pair.a] != expected[pair.b];
        expected[pair.a] = expected[pair.b] = first;
      }
    }
    std::ranges::shuffle(pairs, random);
    EXPECT_EQ(connected_components(kDocuments, pairs), expected);
  }
}

}  // namespace
}  // namespace whorl::phases
