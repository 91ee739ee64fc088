// Survivors in rounds, by tasks that are apart, against a twin that looks at all pairs.
#include "whorl/rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>

#include "fingerprints/sketch/sketch.h"
#include "whorl/pair_rule.h"
#include "whorl/prefixes.h"
#include "whorl/shingle_order.h"

namespace whorl::phases {
namespace {

using internal::sketch::Sampler;
using Set = std::vector<std::uint64_t>;
using Fates = std::vector<Fate>;
using Ranks = std::vector<Rank>;

// Copies of a few themes of several sizes, with elements replaced. All have the elements 0 to 2.
std::vector<Set> themed(std::mt19937_64& random, std::size_t count, std::uint64_t most) {
  constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15u;
  std::vector<Set> all;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t theme = 1 + random() % 6, size = 1 + random() % most, noise = random() % 40;
    std::set<std::uint64_t> set{0, kSpread, 2 * kSpread};
    for (std::uint64_t n = 0; n < size; ++n) {
      set.insert((random() % 100 < noise ? random() : theme * 100'000 + n) * kSpread);
    }
    all.emplace_back(set.begin(), set.end());
  }
  return all;
}

// Documents by rank, with their sketches.
struct Sketched {
  std::vector<Set> sets;
  std::vector<internal::sketch::Sketch> sketches;
};

Sketched sketched(std::vector<Set> sets, const Sampler& method) {
  Sketched out;
  for (const Set& set : sets) out.sketches.push_back(method.sketch(set));
  out.sets = std::move(sets);
  return out;
}

bool is_found(const PairRule& rule, const Sketched& documents, Rank a, Rank b) {
  const auto &x = documents.sketches[a], &y = documents.sketches[b];
  const PairCounts shown = count_pair(x.hashes, x.modulus, y.hashes, y.modulus);
  return rule.is_candidate(shown, x.full_size, y.full_size) &&
         rule.finds(count_pair(documents.sets[a], 1, documents.sets[b], 1));
}

// The plain twin.
std::vector<std::uint32_t> survivors_of_all_pairs(const PairRule& rule, const Sketched& documents) {
  std::vector<RankedPair> pairs;
  const auto size = static_cast<std::uint32_t>(documents.sets.size());
  for (std::uint32_t a = 0; a < size; ++a) {
    for (std::uint32_t b = a + 1; b < size; ++b) {
      if (is_found(rule, documents, a, b)) pairs.push_back({a, b});
    }
  }
  return resolve_survivors(size, pairs);
}

using Lists = std::vector<std::vector<ListMember>>;

Lists lists_of(const PairRule& rule, const Sketched& documents, const ShingleOrder& order) {
  const auto moduli = rule.moduli();
  PrefixTaker taker(rule, order, {moduli.begin(), moduli.end()});
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::vector<ListMember>> by_shingle;
  for (Rank rank = 0; rank < documents.sets.size(); ++rank) {
    const auto& sketch = documents.sketches[rank];
    taker.for_each(sketch.hashes, sketch.modulus, [&](const Prefix& prefix) {
      for (const std::uint64_t shingle : prefix.shingles) {
        by_shingle[{shingle, prefix.level}].push_back({rank, prefix.at_own_modulus});
      }
    });
  }
  Lists lists;
  for (auto& [shingle, members] : by_shingle) lists.push_back(std::move(members));
  return lists;
}

// What one task hands out of its lists.
Hand hand_of(std::span<const std::vector<ListMember>> lists, const RoundState& state,
             const PairRule& rule, unsigned round) {
  std::vector<std::uint32_t> sizes;
  std::vector<ListMember> members;
  for (const auto& list : lists) {
    sizes.push_back(static_cast<std::uint32_t>(list.size()));
    members.insert(members.end(), list.begin(), list.end());
  }
  return hand_out({sizes, members}, state, rule, round);
}

// What several tasks hand out. Each task has some of the lists.
std::vector<Hand> handed_out(std::span<const std::vector<ListMember>> lists,
                             const RoundState& state, const PairRule& rule, unsigned round) {
  constexpr std::size_t kTasks = 3;
  std::vector<Hand> all;
  for (std::size_t task = 0; task < kTasks; ++task) {
    const std::size_t begin = task * lists.size() / kTasks,
                      end = (task + 1) * lists.size() / kTasks;
    all.push_back(hand_of(lists.subspan(begin, end - begin), state, rule, round));
  }
  return all;
}

struct Outcome {
  std::vector<std::uint32_t> survivors;
  unsigned rounds = 0;
  std::size_t counted = 0;
};

class Rounds {
 public:
  Rounds(const PairRule& rule, const Sketched& documents, Lists lists)
      : rule_(rule),
        documents_(documents),
        lists_(std::move(lists)),
        fates_(documents.sets.size()),
        looked_at_(fates_.size()) {
    for (Rank rank = 0; rank < fates_.size(); ++rank) {
      taken_by_.push_back(rank);
      sizes_.push_back(documents.sets[rank].size());
      searches_.push_back({rank, 0, {}});
    }
  }

  Outcome run() {
    Outcome out;
    while (!searches_.empty() && out.rounds < kRounds) {
      const auto hands = handed_out(lists_, {fates_, looked_at_, sizes_}, rule_, out.rounds++);
      for (Search& search : searches_) {
        if (!takes_part(fates_[search.own], out.rounds - 1)) continue;
        count(search, hands, out);
      }
      settle(searches_, {fates_, taken_by_});
    }
    EXPECT_TRUE(searches_.empty());
    out.survivors.assign(taken_by_.begin(), taken_by_.end());
    return out;
  }

 private:
  void count(Search& search, std::span<const Hand> hands, Outcome& out) {
    std::vector<Candidate> parts, candidates;
    search.looked_at = search.own;
    for (const Hand& hand : hands) {
      const auto mine = std::ranges::equal_range(hand.candidates, search.own, {}, &Candidate::own);
      parts.insert(parts.end(), mine.begin(), mine.end());
      const auto back = std::ranges::lower_bound(hand.held_back, search.own, {}, &HeldBack::own);
      const bool is_held_back = back != hand.held_back.end() && back->own == search.own;
      if (is_held_back) search.looked_at = std::min(search.looked_at, back->from);
    }
    complete_candidates(parts, search.looked_at, candidates);
    for (const Candidate& candidate : candidates) {
      if (!may_be_found(search.own, candidate)) continue;
      ++out.counted;
      if (!is_found(rule_, documents_, candidate.rank, search.own)) continue;
      search.similar.push_back(candidate.rank);
      if (!has_enough(search, fates_, out.rounds - 1)) continue;
      search.looked_at = candidate.rank + 1;
      break;
    }
    looked_at_[search.own] = search.looked_at;
  }

  bool may_be_found(Rank own, const Candidate& candidate) const {
    const auto &a = documents_.sketches[own], &b = documents_.sketches[candidate.rank];
    const std::uint64_t modulus = std::max(a.modulus, b.modulus);
    return rule_.prefixes_allow(modulus, internal::sketch::count_multiples(a.hashes, modulus),
                                internal::sketch::count_multiples(b.hashes, modulus),
                                candidate.shared);
  }

  const PairRule& rule_;
  const Sketched& documents_;
  Lists lists_;
  Fates fates_;
  Ranks looked_at_;
  Ranks taken_by_;
  std::vector<std::uint64_t> sizes_;
  std::vector<Search> searches_;
};

struct Case {
  const char* sampling;
  double resemblance;
  std::size_t documents;
  std::uint64_t most;  // shingles of one
};

class SurvivorsInRounds : public testing::TestWithParam<Case> {};

TEST_P(SurvivorsInRounds, AreThoseOfAllPairs) {
  const auto [name, resemblance, count, most] = GetParam();
  const PairRule rule = *PairRule::make(*parse_sampling(name), resemblance, 0);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    std::mt19937_64 random(seed);
    const Sketched documents = sketched(themed(random, count, most), *Sampler::parse(name));
    const auto expected = survivors_of_all_pairs(rule, documents);
    std::vector<Shingles> sample;
    for (std::size_t i = 0; i < count; i += 10) sample.push_back(documents.sketches[i].hashes);
    for (const std::uint32_t least : {1u, 4u, UINT32_MAX}) {
      const ShingleOrder order(hot_shingles(sample, least));
      const Outcome outcome = Rounds(rule, documents, lists_of(rule, documents, order)).run();
      EXPECT_EQ(outcome.survivors, expected) << "seed " << seed << ", hot from " << least;
      EXPECT_GT(outcome.rounds, 1u);
      EXPECT_LT(outcome.counted, count * (count - 1) / 2);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, SurvivorsInRounds,
                         testing::Values(Case{"all", 0.5, 300, 60}, Case{"all", 0.8, 300, 60},
                                         Case{"all", 0.2, 200, 40}, Case{"mod:25", 0.5, 120, 4000},
                                         Case{"mod:4", 0.7, 200, 1500},
                                         Case{"vi", 0.5, 120, 2000}));

// What one list hands out to documents of equal size.
Hand hand_of(const std::vector<ListMember>& list, const Fates& fates, const Ranks& looked_at,
             unsigned round) {
  const std::vector<std::uint64_t> sizes(fates.size(), 10);
  return hand_of({&list, 1}, {fates, looked_at, sizes}, *PairRule::make({}, 0.5, 0), round);
}

TEST(HandOut, GivesFreeCandidatesInOrder) {
  const Fates fates = {Fate::survives,  Fate::taken,    Fate::undecided,
                       Fate::undecided, Fate::survives, Fate::undecided};
  const std::vector<ListMember> list = {{0, true}, {1, true}, {2, false}, {3, true}, {5, false}};
  Hand hand = hand_of(list, fates, Ranks(6), 0);
  EXPECT_EQ(hand.candidates,
            (std::vector<Candidate>{{2, 0, 1}, {3, 0, 1}, {3, 2, 1}, {5, 0, 1}, {5, 3, 1}}));
  EXPECT_TRUE(hand.held_back.empty());
  hand = hand_of(list, fates, {0, 0, 2, 1, 0, 1}, 0);
  EXPECT_EQ(hand.candidates, (std::vector<Candidate>{
                                 {3, 2, 1}, {5, 3, 1}}));  // 2 and 5: neither is at its own modulus
}

// The ranks below `count`.
std::vector<ListMember> first_ranks(Rank count) {
  std::vector<ListMember> list;
  for (Rank rank = 0; rank < count; ++rank) list.push_back({rank, true});
  return list;
}

TEST(HandOut, HoldsBackWhatIsMoreThanARoundHas) {
  const std::size_t most = candidates_of_round(0);
  const std::vector<ListMember> list = first_ranks(most + 3);
  const Fates fates(list.size());
  Hand hand = hand_of(list, fates, Ranks(list.size()), 0);
  EXPECT_EQ(hand.held_back, (std::vector<HeldBack>{{most + 1, most}, {most + 2, most}}));
  EXPECT_EQ(hand.candidates.size(), most * (most + 1) / 2 + 2 * most);
  hand = hand_of(list, fates, Ranks(list.size()), kLastRound);
  EXPECT_EQ(hand.candidates.size(), list.size() * (list.size() - 1) / 2);
  EXPECT_TRUE(hand.held_back.empty());
}

TEST(HandOut, GivesNothingThatAnotherListHoldsBack) {
  const Rank most = candidates_of_round(0), last = most + 5;
  const Fates fates(last + 1);
  const std::vector<std::uint64_t> sizes(last + 1, 10);
  Lists lists = {{{most - 1, true}, {most + 2, true}, {last, true}}, first_ranks(most + 1)};
  lists.back().push_back({last, true});
  const Hand hand = hand_of(lists, {fates, Ranks(last + 1), sizes}, *PairRule::make({}, 0.5, 0), 0);
  const auto of_the_last = std::ranges::equal_range(hand.candidates, last, {}, &Candidate::own);
  ASSERT_EQ(of_the_last.size(), most);
  EXPECT_EQ(of_the_last.back(), (Candidate{last, most - 1, 2}));
  EXPECT_EQ(hand.held_back, (std::vector<HeldBack>{{last, most}}));
}

TEST(HandOut, GivesTheWaitingOnesSomeInTheLastRoundAlone) {
  const Fates fates = {Fate::undecided, Fate::waits};
  const std::vector<ListMember> list = {{0, true}, {1, true}};
  EXPECT_TRUE(hand_of(list, fates, Ranks(2), 0).candidates.empty());
  EXPECT_EQ(hand_of(list, fates, Ranks(2), kLastRound).candidates,
            (std::vector<Candidate>{{1, 0, 1}}));
}

TEST(HandOut, PassesOverDocumentsOfOtherSizes) {
  const Fates fates(3);
  const Ranks looked_at(3);
  const std::vector<std::uint64_t> sizes = {100, 60, 40};
  const Lists lists = {{{0, true}, {1, true}, {2, true}}};
  const Hand hand = hand_of(lists, {fates, looked_at, sizes}, *PairRule::make({}, 0.5, 0), 0);
  EXPECT_EQ(hand.candidates, (std::vector<Candidate>{{1, 0, 1}, {2, 1, 1}}));
}

TEST(HandOut, GivesEverythingInTheLastRound) {
  EXPECT_EQ(candidates_of_round(4), 256 * candidates_of_round(0));
  EXPECT_EQ(candidates_of_round(kLastRound), SIZE_MAX);
}

TEST(Candidates, AreThoseThatNoListHoldsBack) {
  std::vector<Candidate> parts = {{9, 7, 1}, {9, 3, 2}, {9, 5, 1}, {9, 3, 4}}, candidates;
  complete_candidates(parts, 7, candidates);
  EXPECT_EQ(candidates, (std::vector<Candidate>{{9, 3, 6}, {9, 5, 1}}));
}

TEST(HasEnough, IsASurvivorOrThreeOthersBeforeTheLastRound) {
  Fates fates(7);
  const Search none{6, 6, {}}, two{6, 6, {0, 1}}, three{6, 6, {0, 1, 2}};
  EXPECT_FALSE(has_enough(none, fates, 0));
  EXPECT_FALSE(has_enough(two, fates, 4));
  EXPECT_TRUE(has_enough(three, fates, 4));
  EXPECT_FALSE(has_enough(three, fates, kLastRound));
  fates[1] = Fate::survives;
  EXPECT_TRUE(has_enough(two, fates, kLastRound));
  EXPECT_FALSE(has_enough(three, fates, kLastRound));  // it is asked after each candidate
}

TEST(Settle, WaitsForTheFirstSimilarDocument) {
  Fates fates = {Fate::undecided, Fate::undecided, Fate::undecided, Fate::undecided};
  Ranks taken_by = {0, 1, 2, 3};
  std::vector<Search> searches = {{0, 0, {}}, {1, 0, {}}, {2, 2, {1}}, {3, 3, {0, 1}}};
  settle(searches, {fates, taken_by});
  EXPECT_EQ(fates, (Fates{Fate::survives, Fate::undecided, Fate::waits, Fate::taken}));
  ASSERT_EQ(searches.size(), 2u);
  searches[0] = {1, 1, {0}};
  settle(searches, {fates, taken_by});
  EXPECT_TRUE(searches.empty());
  EXPECT_EQ(taken_by, (Ranks{0, 0, 2, 0}));
}

TEST(ShingleOrder, PutsHotShinglesLast) {
  const std::vector<Set> sets = {{1, 2, 5}, {2, 5, 6}, {2, 7}};
  const std::vector<Shingles> sample(sets.begin(), sets.end());
  const auto hot = hot_shingles(sample, 2);
  EXPECT_EQ(hot, (std::vector<HotShingle>{{2, 3}, {5, 2}}));
  Set first;
  const Set set = {1, 2, 5, 6};
  ShingleOrder(hot).append_first(set, 3, first);
  EXPECT_EQ(first, (Set{1, 6, 5}));
  first.clear();
  ShingleOrder(hot).append_first(set, 9, first);
  EXPECT_EQ(first, (Set{1, 6, 5, 2}));
}

TEST(PairRule, TheContainedPrefixMeetsTheOtherSketch) {
  const PairRule rule = *PairRule::make({}, 0, 0.8);
  const Sampler method = *Sampler::parse("mod:25");
  std::mt19937_64 random(1);
  const Sketched documents = sketched(themed(random, 150, 3000), method);
  std::size_t found = 0;
  for (Rank a = 0; a < documents.sets.size(); ++a) {
    for (Rank b = 0; b < documents.sets.size(); ++b) {
      const auto &x = documents.sketches[a], &y = documents.sketches[b];
      const PairCounts shown = count_pair(x.hashes, x.modulus, y.hashes, y.modulus);
      const bool is_contained = a != b && shown.of_a <= shown.of_b;
      if (!is_contained || !is_found(rule, documents, a, b)) continue;
      ++found;
      Set kept;
      internal::sketch::keep_multiples(x.hashes, shown.modulus, kept);
      kept.resize(rule.contained_prefix(shown.modulus, kept.size()));
      EXPECT_TRUE(std::ranges::any_of(
          kept, [&](std::uint64_t hash) { return std::ranges::binary_search(y.hashes, hash); }));
    }
  }
  EXPECT_GT(found, 20u);
}

TEST(PairRule, RefusesWhatItCannotPromise) {
  EXPECT_EQ(PairRule::make({}, 0, 0).error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(PairRule::make({}, 1.5, 0).error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(PairRule::make({SketchKind::smallest, 100}, 0.5, 0).error().code,
            ErrorCode::unsupported);
}

}  // namespace
}  // namespace whorl::phases
