// The bounds that spare pairs their alignment, against alignments and against plain twins.
#include "compare/search/partner_scan.h"

#include <numeric>

#include "compare/corpus/corpus.h"
#include "compare/corpus/fingerprint_file.h"
#include "compare/scoring/pair_matcher.h"
#include "in_memory.h"

namespace whorl::internal::compare {
namespace {

// Small texts over few letters, with stretches copied about.
std::vector<SubmissionSource> related_texts(std::mt19937& random, std::size_t count) {
  std::vector<SubmissionSource> texts;
  std::string pool;
  for (int i = 0; i < 400; ++i) pool += static_cast<char>('a' + random() % 3);
  for (std::size_t i = 0; i < count; ++i) {
    std::string text;
    while (text.size() < 30 + random() % 200) {
      if (random() % 3 == 0) {
        text += std::string(random() % 30, static_cast<char>('a' + random() % 3));
      } else {
        text += pool.substr(random() % 380, random() % 40);
      }
      text += static_cast<char>('a' + random() % 5);
    }
    texts.push_back(in_memory::one_file("t" + std::to_string(1000 + i) + ".txt", text));
  }
  return texts;
}

class Scans : public testing::TestWithParam<std::pair<std::uint32_t, std::uint32_t>> {
 protected:
  Scans() {
    std::mt19937 random(7);
    CompareOptions options;
    options.matching.noise = GetParam().first;
    options.matching.guarantee = GetParam().second;
    settings_.emplace(*corpus::Settings::resolve(options));
    NoProgress progress;
    corpus_ = corpus::build_corpus(related_texts(random, 150), {}, *settings_, 1, progress);
    const auto owners = static_cast<std::uint32_t>(corpus_.submissions.size());
    owners_.rank.resize(owners);
    std::iota(owners_.rank.begin(), owners_.rank.end(), 0);
    std::ranges::shuffle(owners_.rank, random);
    owners_.any_comparable = [](auto) { return true; };
    index_.emplace(postings(), owners_, 1);
    bounds_.emplace(corpus_, *index_, 1);
  }

  std::vector<index::Posting> postings() const {
    std::vector<index::Posting> postings;
    for (std::uint32_t owner = 0; owner < corpus_.submissions.size(); ++owner) {
      const Fingerprints selected =
          corpus::fingerprint_file(corpus_.files[corpus_.submissions[owner].files[0]]);
      for (std::size_t i = 0; i < selected.size(); ++i) {
        postings.push_back({selected.hash[i], owner, selected.position[i]});
      }
    }
    return postings;
  }

  // Which selected k-grams of `owner`, in order, `other` has too.
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

  // The union of reaches, symbol by symbol, and how many begin outside those before.
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

  std::optional<corpus::Settings> settings_;
  corpus::Corpus corpus_;
  index::Owners owners_;
  std::optional<index::SharedIndex> index_;
  std::optional<search::CoverageBounds> bounds_;
};

TEST_P(Scans, BoundWhatAlignmentsFind) {
  const scoring::SharedKgrams kgrams{*index_, *index_};
  const scoring::PairMatcher matcher(corpus_, kgrams, 1);
  scoring::Matching matching(kgrams);
  search::PartnerScan scanner(*index_, *bounds_);
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
      if (!matcher.shares_passage(a, b, matching)) continue;
      const auto match = matcher.match(a, b, matching, all);
      ASSERT_TRUE(match.has_value());
      ++aligned;
      ASSERT_TRUE(partners[b].has_value());
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
  search::PartnerScan scanner(*index_, *bounds_);
  std::size_t exact = 0, all = 0;
  for (std::uint32_t a = 0; a < index_->owners(); ++a) {
    for (const search::Partner& partner : scanner.scan(a)) {
      const match::TileBound plain = covered(a, shared(a, partner.submission));
      // A scan remembers the last few selected k-grams only, and never counts too little.
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
