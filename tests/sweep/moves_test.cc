// Moves, compared with a plain version that measures every pair.
#include "jobs/collection/sweep/moves.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

#include "feature_sweeps.h"

namespace whorl::internal::sweep {
namespace {

using Moved = std::set<std::tuple<std::uint32_t, std::uint32_t, bool>>;

// Follows the description in moves.h.
class MoveTwin {
 public:
  MoveTwin(const SweepStore& store, double threshold) : store_(store), threshold_(threshold) {}

  Moved run(const std::vector<std::uint32_t>& gone, const std::vector<std::uint32_t>& appeared) {
    for (const bool within : {true, false}) pair_equal(gone, appeared, within);
    std::vector<std::tuple<double, bool, std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t a : gone) {
      for (std::uint32_t b : appeared) {
        const double r = store_.resemblance(record(a), record(b))->value;
        if (r >= threshold_) pairs.emplace_back(-r, !same_host(a, b), a, b);
      }
    }
    std::ranges::sort(pairs);
    for (const auto& [r, other_host, a, b] : pairs) take(a, b);
    return moves_;
  }

 private:
  void pair_equal(const std::vector<std::uint32_t>& gone,
                  const std::vector<std::uint32_t>& appeared, bool within) {
    for (std::uint32_t a : gone) {
      for (std::uint32_t b : appeared) {
        const bool equal = has_text(record(a)) && record(a).canonical == record(b).canonical;
        if (equal && (!within || same_host(a, b))) take(a, b);
      }
    }
  }

  void take(std::uint32_t a, std::uint32_t b) {
    if (taken_.contains(a) || taken_.contains(b)) return;
    taken_.insert({a, b});
    moves_.emplace(a, b, same_host(a, b));
  }

  VersionRecord record(std::uint32_t version) const { return *store_.version(version); }
  bool same_host(std::uint32_t a, std::uint32_t b) const {
    return host_of(*store_.url(record(a))) == host_of(*store_.url(record(b)));
  }

  const SweepStore& store_;
  double threshold_;
  std::set<std::uint32_t> taken_;
  Moved moves_;
};

class Moves : public FeatureSweeps {
 protected:
  // Pages with few different contents, so that equal texts and equal resemblances are common; some
  // are empty.
  FeaturePages draw(std::mt19937& random, const std::string& prefix) {
    FeaturePages pages;
    for (int i = 0; i < 24; ++i) {
      const int first = static_cast<int>(random() % 3) * 100 + static_cast<int>(random() % 5);
      const std::string host = std::string(1, static_cast<char>('a' + random() % 3)) + ".org/";
      pages["http://" + host + prefix + std::to_string(i)] =
          random() % 8 == 0 ? Features() : range(first, first + 8);
    }
    return pages;
  }
};

TEST_F(Moves, AreThoseOfAPlainTwin) {
  std::mt19937 random(5);
  for (int round = 0; round < 12; ++round) {
    std::filesystem::remove_all(store());
    add("2026-05-01", draw(random, "before"));
    add("2026-05-02", draw(random, "after"));
    const auto opened = SweepStore::open(base::FileSystem::real(), store());
    ASSERT_TRUE(opened) << opened.error().message;
    std::vector<std::uint32_t> gone(24), appeared(24);
    std::iota(gone.begin(), gone.end(), 0u);
    std::iota(appeared.begin(), appeared.end(), 24u);
    for (const double threshold : {0.6, 7.0 / 9.0, 1.0}) {
      base::SortBudget budget;
      budget.memory = 1 << 20;
      budget.directory = folder_ / "";
      const auto moves =
          find_moves({base::FileSystem::real(), *opened, threshold, budget}, gone, appeared);
      ASSERT_TRUE(moves) << moves.error().message;
      Moved found;
      for (const Move& m : *moves) found.emplace(m.from, m.to, m.within_host);
      EXPECT_EQ(found, MoveTwin(*opened, threshold).run(gone, appeared)) << threshold;
      EXPECT_EQ(found.size(), moves->size());
    }
  }
}

}  // namespace
}  // namespace whorl::internal::sweep
