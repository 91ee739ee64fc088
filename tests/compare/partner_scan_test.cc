// The bounds that avoid alignments, compared with alignments and with plain versions.
#include "jobs/compare/search/partner_scan.h"

#include <gtest/gtest.h>

#include "jobs/compare/scoring/pair_matcher.h"
#include "ranked_corpus.h"

namespace whorl::internal::compare {
namespace {

class Scans : public RankedCorpus {
 protected:
  Scans() {
    NoProgress progress;
    sharers_.emplace(corpus_, *index_, 1, progress);
  }

  // The selected k-grams of `owner` that `other` has too, in order.
  std::vector<std::uint32_t> shared(std::uint32_t owner, std::uint32_t other) const {
    std::vector<std::uint32_t> shared;
    const auto selected = index_->selected_in_order(owner);
    const auto others = index_->selected(other);
    for (std::uint32_t i = 0; i < selected.size(); ++i) {
      if (std::ranges::binary_search(others, selected[i].group, {}, &index::SelectedKgram::group))
        shared.push_back(i);
    }
    return shared;
  }

  // The union of the ranges, symbol by symbol, and how many of them begin outside of the ones
  // before.
  match::TileBound covered(std::uint32_t owner, std::span<const std::uint32_t> shared) const {
    std::vector<bool> covered(corpus_.texts[owner].extent);
    match::TileBound bound{0, 0};
    for (std::uint32_t i : shared) {
      const match::CoverageRange reach = bounds_->of(owner)[i].most;
      bound.tiles += !covered[reach.begin];
      std::fill(covered.begin() + reach.begin, covered.begin() + reach.end, true);
    }
    bound.matched = static_cast<std::uint64_t>(std::ranges::count(covered, true));
    return bound;
  }

  bool share_repetitive_group(std::uint32_t a, std::uint32_t b) const {
    const auto occurrences = [&](std::uint32_t owner, std::uint32_t group) {
      return static_cast<std::uint64_t>(
          std::ranges::count(index_->selected(owner), group, &index::SelectedKgram::group));
    };
    return std::ranges::any_of(index_->selected(a), [&](const index::SelectedKgram& kgram) {
      return occurrences(a, kgram.group) * occurrences(b, kgram.group) > match::kRepetitive;
    });
  }

  static std::uint32_t longest_tile(const scoring::PairMatch& match) {
    std::uint32_t longest = 0;
    for (const match::Chain& chain : match.chains) {
      for (const match::Match& tile : chain.tiles) longest = std::max(longest, tile.length);
    }
    return longest;
  }

  std::optional<search::PassageSharers> sharers_;
};

TEST_P(Scans, BoundWhatAlignmentsFind) {
  const corpus::Comparability rules(corpus_.submissions);
  const NoProgress progress;
  const scoring::PairMatcher matcher(corpus_, *index_, rules, 1, progress);
  scoring::Matching matching(*index_, progress);
  search::PartnerScan scanner(*index_, *bounds_, *sharers_);
  const match::TileGate all = [](const match::TileBound&) { return true; };
  std::size_t aligned = 0;
  for (std::uint32_t a = 0; a < index_->owners(); ++a) {
    std::vector<std::optional<search::Partner>> partners(index_->owners());
    for (const search::Partner& partner : scanner.scan(a)) partners[partner.submission] = partner;
    for (std::uint32_t b = 0; b < index_->owners(); ++b) {
      if (owners_.rank[b] <= owners_.rank[a]) {
        ASSERT_FALSE(partners[b].has_value());
        continue;
      }
      const auto match = matcher.match(a, b, matching, all);
      const bool shares = match && longest_tile(*match) >= GetParam().second;
      // Not every two occurrences of a repetitive group are tried, so tiles may be shorter.
      if (shares || !share_repetitive_group(a, b)) {
        ASSERT_EQ(partners[b].has_value(), shares) << a << " " << b;
      }
      if (!shares) continue;
      ++aligned;
      std::uint64_t symbols = 0, tiles = 0;
      for (const match::Chain& chain : match->chains) {
        symbols += chain.symbols;
        tiles += chain.tiles.size();
      }
      const match::TileBound& most = partners[b]->most;
      ASSERT_GE(most.matched, symbols);
      ASSERT_GE(most.matched - most.tiles, symbols - tiles);
    }
  }
  EXPECT_GT(aligned, 200u);
}

TEST_P(Scans, CountWhatPlainTwinsCount) {
  search::PartnerScan scanner(*index_, *bounds_, *sharers_);
  std::size_t exact = 0, all = 0;
  for (std::uint32_t a = 0; a < index_->owners(); ++a) {
    for (const search::Partner& partner : scanner.scan(a)) {
      const match::TileBound plain = covered(a, shared(a, partner.submission));
      // A scan remembers only the last few selected k-grams, so it may overcount but never
      // undercounts.
      ASSERT_GE(partner.most.matched, plain.matched);
      ASSERT_LE(partner.most.tiles, plain.tiles);
      exact += partner.most.matched == plain.matched;
      ++all;
    }
  }
  EXPECT_GT(exact, all / 2);
}

INSTANTIATE_TEST_SUITE_P(Thresholds, Scans,
                         testing::Values(std::pair(6, 9), std::pair(5, 14), std::pair(8, 8),
                                         std::pair(4, 30)));

}  // namespace
}  // namespace whorl::internal::compare
