#include "jobs/collection/join/pair_verifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace whorl::internal::join {
namespace {

// Documents from `themes` templates at moduli 1, 5 and 25, in the form of a store.
class Sets {
 public:
  Sets(std::size_t documents, std::size_t themes, std::uint64_t seed) : random_(seed) {
    std::vector<sketch::ShingleSet> common(themes);
    for (sketch::ShingleSet& set : common) set = draw(400, {});
    for (std::size_t i = 0; i < documents; ++i) {
      moduli_.push_back(std::array{1, 5, 25}[random_() % 3]);
      sketch::ShingleSet set = draw(50 + random_() % 500, common[i % themes]);
      std::erase_if(set, [&](std::uint64_t hash) { return hash % moduli_.back() != 0; });
      sets_.push_back(std::move(set));
    }
  }

  PairSets view() const {
    PairSets sets;
    sets.load = [this](store::DocId doc, sketch::ShingleSet& out) -> Result<void> {
      out = sets_[doc];
      return {};
    };
    sets.size = [this](store::DocId doc) { return std::uint64_t{sets_[doc].size()}; };
    sets.modulus = [this](store::DocId doc) { return moduli_[doc]; };
    return sets;
  }

  // Each pair is included with probability `share`; they are in order.
  std::vector<CandidatePair> pairs(double share) {
    std::vector<CandidatePair> drawn;
    for (store::DocId a = 0; a < sets_.size(); ++a) {
      for (store::DocId b = a + 1; b < sets_.size(); ++b) {
        if (static_cast<double>(random_() % 1000) < 1000 * share) drawn.push_back({a, b});
      }
    }
    return drawn;
  }

 private:
  sketch::ShingleSet draw(std::size_t size, const sketch::ShingleSet& common) {
    sketch::ShingleSet set;
    for (std::size_t i = 0; i < size; ++i) {
      const bool shared = !common.empty() && random_() % 4 != 0;
      set.push_back(shared ? common[random_() % common.size()] : random_());
    }
    std::ranges::sort(set);
    set.erase(std::ranges::unique(set).begin(), set.end());
    return set;
  }

  std::mt19937_64 random_;
  std::vector<std::uint64_t> moduli_;
  std::vector<sketch::ShingleSet> sets_;
};

void expect_as_one_by_one(const PairSets& sets, std::span<const CandidatePair> pairs) {
  std::vector<sketch::Overlap> plain(pairs.size());
  ASSERT_TRUE(overlaps_one_by_one(pairs, sets, plain));
  for (std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{64} << 20}) {
    for (unsigned threads : {1u, 3u}) {
      const auto fast = overlaps(pairs, sets, memory, threads);
      ASSERT_TRUE(fast);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        EXPECT_EQ((*fast)[i].a, plain[i].a);
        EXPECT_EQ((*fast)[i].b, plain[i].b);
        ASSERT_EQ((*fast)[i].both, plain[i].both) << pairs[i].a << ' ' << pairs[i].b;
      }
    }
  }
}

TEST(PairOverlaps, AreAsCountedOneByOne) {
  for (std::size_t documents : {2u, 64u, 65u, 256u, 257u, 600u}) {
    Sets sets(documents, 3, documents);
    for (double share : {0.0, 0.01, 0.3, 1.0}) {
      expect_as_one_by_one(sets.view(), sets.pairs(share));
    }
  }
}

TEST(PairOverlaps, AreRightFromTheLeastOfInterestOn) {
  Sets all(120, 3, 2);
  const auto pairs = all.pairs(0.5);
  PairSets sets = all.view();
  std::vector<sketch::Overlap> truth(pairs.size()), found(pairs.size());
  ASSERT_TRUE(overlaps_one_by_one(pairs, sets, truth));
  for (const std::uint64_t percent : {0u, 10u, 30u, 60u, 101u}) {
    const auto least = [=](std::uint64_t a, std::uint64_t b) {
      return std::min(a, b) * percent / 100;
    };
    sets.min_shared = [=](store::DocId, std::uint64_t a, store::DocId, std::uint64_t b) {
      return least(a, b);
    };
    ASSERT_TRUE(overlaps_one_by_one(pairs, sets, found));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [a, b, both] = truth[i];
      ASSERT_TRUE(found[i].a == a && found[i].b == b);
      if (both >= least(a, b)) {
        ASSERT_EQ(found[i].both, both);
      } else if (sets.modulus(pairs[i].a) == sets.modulus(pairs[i].b)) {
        ASSERT_LT(found[i].both, least(a, b));
      }
    }
  }
}

TEST(PairOverlaps, DoNotNeedHashesThatAreSpread) {
  PairSets sets;
  sets.load = [](store::DocId doc, sketch::ShingleSet& out) -> Result<void> {
    out.clear();
    for (std::uint64_t i = 0; i < 500; ++i) out.push_back(doc % 7 + i);
    return {};
  };
  sets.size = [](store::DocId) { return std::uint64_t{500}; };
  sets.modulus = [](store::DocId) { return std::uint64_t{1}; };
  expect_as_one_by_one(sets, Sets(100, 1, 1).pairs(1));
}

TEST(PairOverlaps, AnErrorOfOneSetIsTheErrorOfAll) {
  Sets all(100, 1, 5);
  PairSets sets = all.view();
  sets.load = [load = sets.load](store::DocId doc, sketch::ShingleSet& out) {
    return doc == 77 ? Result<void>(fail(ErrorCode::corrupt, "damaged")) : load(doc, out);
  };
  const auto failed = overlaps(all.pairs(1), sets, 1 << 20, 2);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "damaged");
}

}  // namespace
}  // namespace whorl::internal::join
