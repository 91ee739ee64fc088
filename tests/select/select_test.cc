// Properties every selector must have, whatever it selects.

#include "fingerprints/select/select.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/kernels/open_closed.h"
#include "fingerprints/kernels/order_keys.h"
#include "fingerprints/select/minima.h"
#include "samples.h"

namespace whorl::internal::select {
namespace {

std::set<std::uint64_t> values(const Fingerprints& f) { return {f.hash.begin(), f.hash.end()}; }

class EverySelector : public testing::TestWithParam<const Selector*> {
 protected:
  Recipe recipe(std::uint32_t k, std::uint64_t argument) const {
    return samples::recipe(*GetParam(), k, argument);
  }
};

std::vector<const Selector*> all() {
  std::vector<const Selector*> rows;
  for (const Selector& row : selectors()) rows.push_back(&row);
  return rows;
}

TEST_P(EverySelector, EmitsTheFingerprintOfTheKgramAtItsPosition) {
  const tokens::Bytes text = samples::real_text();
  const Recipe r = recipe(20, 30);
  const Fingerprints f = select(tokens::Symbols(text), r);
  ASSERT_GT(f.size(), 10u);
  EXPECT_TRUE(std::is_sorted(f.position.begin(), f.position.end()));
  for (std::size_t i = 0; i < f.size(); ++i) {
    const auto kgram = std::span<const std::uint8_t>(text).subspan(f.position[i], 20);
    EXPECT_EQ(f.hash[i], kernels::fingerprint(kgram, 0));
  }
}

TEST_P(EverySelector, ChoosesTheSameForTheSameTextInAnyShape) {
  const tokens::Bytes narrow = samples::real_text();
  const tokens::CodePoints wide(narrow.begin(), narrow.end());
  for (const std::uint32_t k : {1u, 5u, 50u}) {
    const Fingerprints a = select(tokens::Symbols(narrow), recipe(k, 40));
    const Fingerprints b = select(tokens::Symbols(wide), recipe(k, 40));
    EXPECT_EQ(a.position, b.position);
    EXPECT_EQ(a.hash, b.hash);
  }
}

TEST_P(EverySelector, ShortInput) {
  const Recipe r = recipe(5, 10);
  EXPECT_EQ(select(tokens::Symbols(tokens::Bytes{}), r).size(), 0u);
  EXPECT_EQ(select(tokens::Symbols(tokens::Bytes{1, 2, 3, 4}), r).size(), 0u);
  if (GetParam()->mark_minima != nullptr) {
    EXPECT_EQ(select(tokens::Symbols(tokens::Bytes{1, 2, 3, 4, 5}), r).size(), 1u);
    EXPECT_EQ(select(tokens::Symbols(tokens::Bytes{1, 2, 3, 4, 5, 6, 7}), r).size(), 1u);
  }
}

TEST_P(EverySelector, HasTheDensityItStates) {
  const tokens::Bytes text = samples::random_bytes(400'000, 256);
  for (const auto& [k, w] : {std::pair{50u, 100u}, {25u, 25u}, {5u, 4u}}) {
    const Recipe r = recipe(k, w);
    const double expected = GetParam()->density(k, r.selector.args);
    if (expected == 0) continue;
    const auto kgrams = static_cast<double>(text.size() - k + 1);
    const double measured = static_cast<double>(select(tokens::Symbols(text), r).size()) / kgrams;
    EXPECT_NEAR(measured / expected, 1, 0.05) << samples::describe(r);
  }
}

TEST_P(EverySelector, SelectedFingerprintsAreUniform) {
  const Recipe r = recipe(30, 20);
  if (GetParam()->density(r.k, r.selector.args) == 0) return;  // the smallest are not uniform
  const Fingerprints f = select(tokens::Symbols(samples::random_bytes(2'000'000, 4)), r);
  const std::uint64_t divisor = GetParam()->family == "modp" ? 20 : 1;
  for (const int shift : {0, 24, 56}) {
    std::vector<double> bins(256);
    for (const std::uint64_t hash : f.hash) ++bins[(hash / divisor) >> shift & 0xFF];
    if (divisor > 1 && shift == 56) continue;  // the quotient does not fill the top byte
    const double expected = static_cast<double>(f.size()) / 256;
    double chi_square = 0;
    for (const double n : bins) chi_square += (n - expected) * (n - expected) / expected;
    EXPECT_LT(chi_square, 255 + 5 * 22.6) << "shift " << shift;
  }
}

// Schleimer 2003 §2.1: moving, adding and removing text leaves what lies inside the rest as it was.
TEST_P(EverySelector, DoesNotDependOnPosition) {
  if (!GetParam()->local) return;  // the choice depends on earlier text
  const std::uint32_t k = 12, w = 16;
  const tokens::Bytes paragraph = samples::random_bytes(3'000, 26, 3);
  const tokens::Bytes before = samples::random_bytes(777, 26, 4);
  tokens::Bytes moved = before;
  moved.insert(moved.end(), paragraph.begin(), paragraph.end());
  const Fingerprints alone = select(tokens::Symbols(paragraph), recipe(k, w));
  const Fingerprints after = select(tokens::Symbols(moved), recipe(k, w));
  // Choices of windows that lie within the paragraph: all but those at its left edge.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> a, b;
  for (std::size_t i = 0; i < alone.size(); ++i) {
    if (alone.position[i] >= w) a.emplace_back(alone.hash[i], alone.position[i]);
  }
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after.position[i] >= 777 + w) b.emplace_back(after.hash[i], after.position[i] - 777);
  }
  EXPECT_EQ(a, b);
}

TEST_P(EverySelector, WhatAQueryThatIsAllowedSelectsIsStored) {
  if (GetParam()->query.nesting != Nesting::query_in_stored) return;
  for (const tokens::Bytes& text :
       {samples::real_text(), samples::random_bytes(30'000, 2), tokens::Bytes(500, 7)}) {
    for (const std::uint32_t k : {1u, 5u, 16u, 31u}) {
      const auto stored = values(select(tokens::Symbols(text), recipe(k, 10)));
      for (const std::uint64_t w : {10, 11, 17, 20, 64}) {
        if (!GetParam()->query.allows(recipe(k, w).selector.args, recipe(k, 10).selector.args)) {
          continue;
        }
        for (const std::uint64_t hash : values(select(tokens::Symbols(text), recipe(k, w)))) {
          ASSERT_TRUE(stored.contains(hash)) << GetParam()->name << " k=" << k << " w=" << w;
        }
      }
    }
  }
}

TEST_P(EverySelector, WhatAQueryThatIsAllowedSelectsHoldsWhatIsStored) {
  const Nesting nesting = GetParam()->query.nesting;
  if (nesting == Nesting::query_in_stored) return;
  for (const tokens::Bytes& text :
       {samples::real_text(), samples::random_bytes(3'000, 2), tokens::Bytes(500, 7)}) {
    for (const std::uint32_t k : {1u, 5u, 16u, 31u}) {
      const auto query = values(select(tokens::Symbols(text), recipe(k, 1000)));
      for (const std::uint64_t s : {1, 7, 100, 999, 1000}) {
        ASSERT_TRUE(
            GetParam()->query.allows(recipe(k, 1000).selector.args, recipe(k, s).selector.args));
        for (const std::uint64_t hash : values(select(tokens::Symbols(text), recipe(k, s)))) {
          ASSERT_TRUE(query.contains(hash)) << GetParam()->name << " k=" << k << " s=" << s;
        }
      }
      const bool smaller =
          GetParam()->query.allows(recipe(k, 7).selector.args, recipe(k, 100).selector.args);
      EXPECT_EQ(smaller, nesting == Nesting::smaller_in_larger);
    }
  }
}

// What only the text as a whole decides promises nothing of a part of it, and the other way round.
TEST_P(EverySelector, GuaranteesOrIsLocalOrDependsOnTheWhole) {
  if (GetParam()->guarantees || GetParam()->local) return;
  EXPECT_EQ(GetParam()->mark_minima, nullptr);
  EXPECT_EQ(local_selector(*GetParam()), nullptr);
}

TEST_P(EverySelector, SeedsGiveOtherFingerprints) {
  Recipe r = recipe(10, 4);
  const tokens::Symbols text = samples::random_bytes(1'000, 26);
  const auto plain = values(select(text, r));
  r.seed = 1;
  for (const std::uint64_t hash : values(select(text, r))) EXPECT_FALSE(plain.contains(hash));
}

INSTANTIATE_TEST_SUITE_P(Selectors, EverySelector, testing::ValuesIn(all()),
                         [](const auto& test) { return std::string(test.param->name); });

// The plain twin: every substring with how often its first letters begin one, in order.
Fingerprints rarest_by_definition(const tokens::Bytes& text, const Recipe& recipe) {
  const std::size_t k = recipe.k, n = text.size() < k ? 0 : text.size() - k + 1;
  const auto prefix = [&](std::size_t i) {
    const auto begin = text.begin() + static_cast<long>(i);
    return std::string(begin, begin + static_cast<long>(std::min<std::size_t>(k, 5)));
  };
  std::map<std::string, std::size_t> counts;
  for (std::size_t i = 0; i < n; ++i) ++counts[prefix(i)];
  std::map<std::tuple<std::size_t, std::uint32_t, std::uint64_t>, std::size_t> first;
  const std::span<const std::uint8_t> all(text);
  for (std::size_t i = 0; i < n; ++i) {
    const auto kgram = all.subspan(i, k);
    first.try_emplace(
        {counts[prefix(i)], kernels::order_key(kgram, kernels::order_seed(recipe.seed)),
         kernels::fingerprint(kgram, recipe.seed)},
        i);
  }
  std::map<std::size_t, std::uint64_t> chosen;
  for (const auto& [rank, i] : first) {
    if (chosen.size() < recipe.selector.args[0]) chosen[i] = std::get<2>(rank);
  }
  Fingerprints out;
  for (const auto& [position, hash] : chosen) {
    out.position.push_back(static_cast<std::uint32_t>(position));
    out.hash.push_back(hash);
  }
  return out;
}

TEST(Rare, IsItsDefinition) {
  const Selector& row = *find_selector("rare");
  for (const std::size_t size : {0, 1, 4, 5, 6, 20, 30, 700}) {
    for (const int letters : {1, 2, 4, 20}) {
      const tokens::Bytes text = samples::random_bytes(size, letters);
      for (const std::uint32_t k : {1u, 3u, 5u, 6u, 20u}) {
        for (const std::uint64_t s : {1, 10, 100, 10'000}) {
          Recipe recipe = samples::recipe(row, k, s);
          recipe.seed = size;
          const Fingerprints found = select(tokens::Symbols(text), recipe);
          const Fingerprints expected = rarest_by_definition(text, recipe);
          ASSERT_EQ(found.position, expected.position) << samples::describe(recipe);
          ASSERT_EQ(found.hash, expected.hash) << samples::describe(recipe);
        }
      }
    }
  }
}

TEST(Rare, TakesWhatBeginsLikeNothingElse) {
  tokens::Bytes text;
  for (int i = 0; i < 100; ++i) text.insert(text.end(), {1, 2, 3, 4, 5, 6});
  text.insert(text.begin() + 300, {9, 8, 7, 9, 8});
  for (const std::uint32_t position :
       select(tokens::Symbols(text), samples::recipe(*find_selector("rare"), 8, 9)).position) {
    EXPECT_GE(position, 296u);
    EXPECT_LE(position, 304u);
  }
}

// Ties go by the order key, not by the fingerprint: a store whose values are all small would find
// much more by chance.
TEST(Rare, FingerprintsAreUniform) {
  const Recipe recipe = samples::recipe(*find_selector("rare"), 20, 100);
  double sum = 0, count = 0;
  for (unsigned document = 0; document < 20; ++document) {
    for (const std::uint64_t hash :
         select(tokens::Symbols(samples::random_bytes(3'000, 20, document)), recipe).hash) {
      sum += std::ldexp(static_cast<double>(hash), -64);
      ++count;
    }
  }
  EXPECT_EQ(count, 2'000);
  EXPECT_NEAR(sum / count, .5, 5 * std::sqrt(1. / 12 / count));
}

TEST(Every, IsItsDefinition) {
  for (const std::size_t symbols : {0u, 4u, 5u, 6u, 11u, 100u, 101u, 102u}) {
    const Recipe recipe = samples::recipe(*find_selector("every"), 5, 3);
    const Fingerprints f = select(tokens::Symbols(samples::random_bytes(symbols, 26)), recipe);
    std::vector<std::uint32_t> due;
    for (std::uint32_t i = 0; i + 5 <= symbols; i += recipe.selector.args[0]) due.push_back(i);
    EXPECT_EQ(f.position, due) << symbols;
  }
}

// Why choices must be local: a symbol more at the beginning, and nothing is found again.
TEST(Every, FindsNothingAgainAfterAnInsertion) {
  const tokens::Bytes text = samples::random_bytes(2'000, 26);
  tokens::Bytes moved = text;
  moved.insert(moved.begin(), 1);
  const auto shared = [&](const char* name, std::uint64_t argument) {
    const Recipe recipe = samples::recipe(*find_selector(name), 12, argument);
    const auto before = values(select(tokens::Symbols(text), recipe));
    const auto after = values(select(tokens::Symbols(moved), recipe));
    const auto found =
        std::ranges::count_if(before, [&](std::uint64_t hash) { return after.contains(hash); });
    return static_cast<double>(found) / static_cast<double>(before.size());
  };
  EXPECT_EQ(shared("every", 10), 0);
  EXPECT_EQ(shared("modp", 10), 1);
  EXPECT_GT(shared("winnow", 19), .98);
}

// Robust choices are a filter of local ones; Definition 3 itself, on the order keys:
TEST(Robust, IsDefinition3) {
  for (int round = 0; round < 2'000; ++round) {
    std::mt19937 random(static_cast<unsigned>(round));
    const std::uint32_t k = 1 + random() % 6, w = 1 + random() % 20;
    tokens::Bytes text = samples::random_bytes(random() % 400, 2 + round % 3, random());
    if (round % 4 == 0) text.insert(text.begin() + static_cast<long>(text.size() / 2), 300, 1);
    std::vector<std::uint32_t> keys, expected;
    kernels::order_keys(std::span<const std::uint8_t>(text), k, kernels::order_seed(0), keys);
    for_each_minimum(
        keys.size(), w, Ties::robust, [&](auto i, auto j) { return keys[i] < keys[j]; },
        [&](std::size_t i) { expected.push_back(static_cast<std::uint32_t>(i)); });
    const Recipe recipe = samples::recipe(*find_selector("robust"), k, w);
    ASSERT_EQ(select(tokens::Symbols(text), recipe).position, expected) << "k=" << k << " w=" << w;
  }
}

// The k-grams that `choose(window)` takes, each once; one window where there are fewer than w.
template <class Choose>
std::vector<std::uint32_t> chosen_by(std::size_t kgrams, std::size_t w, Choose choose) {
  std::vector<std::uint32_t> out;
  for (std::size_t window = 0; window + std::min(w, kgrams) <= kgrams; ++window) {
    if (kgrams == 0) break;
    const auto kgram = static_cast<std::uint32_t>(choose(window));
    if (out.empty() || out.back() != kgram) out.push_back(kgram);
  }
  return out;
}

// The rightmost of the `count` keys from `begin` on that are least.
std::size_t rightmost_least(const std::vector<std::uint32_t>& keys, std::size_t begin,
                            std::size_t count) {
  std::size_t least = begin;
  for (std::size_t i = begin; i < begin + count; ++i) {
    if (keys[i] <= keys[least]) least = i;
  }
  return least;
}

TEST(Minimizers, AreTheirDefinitions) {
  for (int round = 0; round < 1'500; ++round) {
    std::mt19937 random(static_cast<unsigned>(round));
    const std::uint32_t k = 1 + random() % 30, w = 1 + random() % 20;
    const std::size_t size = random() % (round % 3 == 0 ? 2'000 : 300);
    const tokens::Bytes text = samples::random_bytes(size, 2 + round % 5, random());
    const std::span<const std::uint8_t> all(text);
    const std::size_t kgrams = size < k ? 0 : size - k + 1;
    const std::uint32_t seed = kernels::order_seed(0);
    std::vector<std::uint32_t> keys;

    const Recipe oc = samples::recipe(*find_selector("oc"), k, w);
    for (std::size_t i = 0; i < kgrams; ++i) {
      keys.push_back(kernels::open_closed_key(all.subspan(i, k), oc.selector.args[1], seed));
    }
    ASSERT_EQ(select(tokens::Symbols(text), oc).position,
              chosen_by(kgrams, w,
                        [&](std::size_t window) {
                          return rightmost_least(keys, window, std::min<std::size_t>(w, kgrams));
                        }))
        << samples::describe(oc);

    const Recipe mod = samples::recipe(*find_selector("modmin"), k, w);
    const std::size_t r = mod.selector.args[1];
    const std::size_t t = kgrams < w || k < w + r ? k : r + (k - r) % w;
    kernels::order_keys(all, t, seed, keys);
    ASSERT_EQ(select(tokens::Symbols(text), mod).position,
              chosen_by(kgrams, w,
                        [&](std::size_t window) {
                          const std::size_t grams = std::min<std::size_t>(w, kgrams) + k - t;
                          return window + (rightmost_least(keys, window, grams) - window) % w;
                        }))
        << samples::describe(mod);
  }
}

// What the minimizers are for: fewer fingerprints than Schleimer 2003 has, on the same random
// input.
TEST(Minimizers, StoreLessThanWinnowing) {
  const tokens::Symbols text = samples::random_bytes(300'000, 256);
  const auto count = [&](const char* name, std::uint32_t k, std::uint32_t w) {
    return static_cast<double>(select(text, samples::recipe(*find_selector(name), k, w)).size());
  };
  for (const auto& [k, w] : {std::pair{50u, 100u}, {25u, 25u}, {20u, 40u}, {32u, 16u}, {5u, 4u}}) {
    EXPECT_LT(count("oc", k, w), 0.88 * count("winnow", k, w)) << "k=" << k << " w=" << w;
  }
  EXPECT_LT(count("modmin", 32, 16), 0.8 * count("winnow", 32, 16));
}

TEST(Robust, KeepsOneAWindowLengthOfARun) {
  const Selector& row = *find_selector("robust");
  EXPECT_EQ(select(tokens::Symbols(tokens::Bytes(1'000, 0)), samples::recipe(row, 50, 100)).size(),
            9u);
  const Selector& local = *find_selector("winnow");
  EXPECT_EQ(
      select(tokens::Symbols(tokens::Bytes(1'000, 0)), samples::recipe(local, 50, 100)).size(),
      852u);
}

}  // namespace
}  // namespace whorl::internal::select
