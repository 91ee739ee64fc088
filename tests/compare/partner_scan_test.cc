// The bounds that spare pairs their alignment, against alignments and against plain twins.
#include "compare/partner_scan.h"

#include <numeric>

#include "compare/corpus.h"
#include "compare/fingerprint_file.h"
#include "compare/pair_matcher.h"
#include "in_memory.h"

namespace whorl {
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
    options.noise = GetParam().first;
    options.guarantee = GetParam().second;
    settings_.emplace(*Settings::resolve(options));
    NoProgress progress;
    corpus_ = build_corpus(related_texts(random, 150), {}, *settings_, 1, progress);
    const auto owners = static_cast<std::uint32_t>(corpus_.submissions.size());
    rules_.student.resize(owners);
    std::iota(rules_.student.begin(), rules_.student.end(), 0);
    rules_.rank = rules_.student;
    std::ranges::shuffle(rules_.rank, random);
    rules_.archived.resize(owners);
    index_.emplace(postings(), rules_, 1);
    reaches_.emplace(corpus_, *index_, 1);
  }

  std::vector<Posting> postings() const {
    std::vector<Posting> postings;
    for (std::uint32_t owner = 0; owner < corpus_.submissions.size(); ++owner) {
      const Fingerprints picks =
          fingerprint_file(corpus_.files[corpus_.submissions[owner].files[0]]);
      for (std::size_t i = 0; i < picks.size(); ++i) {
        postings.push_back({picks.hash[i], owner, picks.position[i]});
      }
    }
    return postings;
  }

  // Which picks of `owner`, in order, `other` has too.
  std::vector<std::uint32_t> shared(std::uint32_t owner, std::uint32_t other) const {
    std::vector<std::uint32_t> shared;
    const auto picks = index_->picks_in_order(owner);
    const auto others = index_->picks(other);
    for (std::uint32_t i = 0; i < picks.size(); ++i) {
      if (std::ranges::binary_search(others, picks[i].group, {}, &Pick::group)) shared.push_back(i);
    }
    return shared;
  }

  // The union of reaches, symbol by symbol.
  std::uint64_t covered(std::uint32_t owner, std::span<const std::uint32_t> shared) const {
    std::vector<bool> covered(corpus_.texts[owner].extent);
    for (std::uint32_t i : shared) {
      const Reach reach = reaches_->of(owner)[i].most;
      std::fill(covered.begin() + reach.begin, covered.begin() + reach.end, true);
    }
    return static_cast<std::uint64_t>(std::ranges::count(covered, true));
  }

  std::optional<Settings> settings_;
  Corpus corpus_;
  OwnerRules rules_;
  std::optional<SharedIndex> index_;
  std::optional<Reaches> reaches_;
};

TEST_P(Scans, BoundWhatAlignmentsFind) {
  const PairMatcher matcher(corpus_, *index_);
  Matching matching(index_->groups());
  Meeting& meeting = matching.meeting;
  PartnerScan scanner(*index_, *reaches_, rules_);
  const TileGate all = [](const TileBound&) { return true; };
  std::size_t aligned = 0;
  for (std::uint32_t a = 0; a < index_->owners(); ++a) {
    std::vector<std::optional<Partner>> partners(index_->owners());
    for (const Partner& partner : scanner.scan(a)) partners[partner.submission] = partner;
    meeting.hold(matcher.side(a));
    for (std::uint32_t b = 0; b < index_->owners(); ++b) {
      if (rules_.rank[b] <= rules_.rank[a]) {
        ASSERT_FALSE(partners[b].has_value());
        continue;
      }
      meeting.meet(matcher.side(b));
      const auto match = matcher.match(a, b, matching, all);
      if (!match) continue;
      ++aligned;
      ASSERT_TRUE(partners[b].has_value());
      std::uint64_t symbols = 0;
      for (const Match& tile : match->tiles) symbols += tile.length;
      const SharedReach from_b = reach_over(reaches_->of(b), meeting.shared());
      ASSERT_GE(from_b.stretch, reaches_->least_stretch(b));
      for (const TileBound& most : {partners[b]->most, from_b.most}) {
        ASSERT_GE(most.matched, symbols);
        ASSERT_GE(most.matched - most.tiles, symbols - match->tiles.size());
      }
    }
  }
  EXPECT_GT(aligned, 200u);
}

TEST_P(Scans, CountWhatPlainTwinsCount) {
  PartnerScan scanner(*index_, *reaches_, rules_);
  std::size_t exact = 0, all = 0;
  for (std::uint32_t a = 0; a < index_->owners(); ++a) {
    for (const Partner& partner : scanner.scan(a)) {
      const auto picks = shared(a, partner.submission);
      const SharedReach plain = reach_over(reaches_->of(a), picks);
      ASSERT_EQ(plain.most.matched, covered(a, picks));
      // A scan remembers the last few picks only, and never counts too little.
      ASSERT_GE(partner.most.matched, plain.most.matched);
      ASSERT_LE(partner.most.tiles, plain.most.tiles);
      exact += partner.most.matched == plain.most.matched;
      ++all;
    }
  }
  EXPECT_GT(exact, all / 2);
}

INSTANTIATE_TEST_SUITE_P(Thresholds, Scans,
                         testing::Values(std::pair(6, 9), std::pair(5, 14), std::pair(8, 8),
                                         std::pair(4, 30)));

}  // namespace
}  // namespace whorl
