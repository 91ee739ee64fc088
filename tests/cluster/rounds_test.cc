// Kept documents in rounds, by separate tasks, compared with a twin that examines all pairs.
#include "whorl/rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
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
using Handed = std::vector<HandedOut>;
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
      for (std::size_t at = 0; at < prefix.shingles.size(); ++at) {
        by_shingle[{prefix.shingles[at], prefix.level}].push_back(
            {rank, prefix.at_own_modulus, at < prefix.sufficing});
      }
    });
  }
  Lists lists;
  for (auto& [shingle, members] : by_shingle) lists.push_back(std::move(members));
  return lists;
}

std::vector<Search> searches_of(std::size_t ranks) {
  std::vector<Search> searches;
  for (Rank rank = 0; rank < ranks; ++rank) searches.push_back({rank, 0, {}});
  return searches;
}

// The lists of one task.
struct FlatLists {
  explicit FlatLists(std::span<const std::vector<ListMember>> lists) {
    for (const auto& list : lists) {
      sizes.push_back(static_cast<std::uint32_t>(list.size()));
      members.insert(members.end(), list.begin(), list.end());
    }
  }
  ShingleLists view() const { return {sizes, members}; }

  std::vector<std::uint32_t> sizes;
  std::vector<ListMember> members;
};

std::vector<FlatLists> divided(std::span<const std::vector<ListMember>> lists) {
  constexpr std::size_t kTasks = 3;
  std::vector<FlatLists> all;
  for (std::size_t task = 0; task < kTasks; ++task) {
    const std::size_t begin = task * lists.size() / kTasks,
                      end = (task + 1) * lists.size() / kTasks;
    all.emplace_back(lists.subspan(begin, end - begin));
  }
  return all;
}

std::vector<Candidate> guessed(const FlatLists& lists, std::span<const std::uint64_t> sizes,
                               const PairRule& rule) {
  std::vector<Candidate> all;
  guess(lists.view(), sizes, rule,
        [&](auto some) { all.insert(all.end(), some.begin(), some.end()); });
  return all;
}

std::vector<Candidate> handed_out(const FlatLists& lists, const RoundState& state,
                                  std::span<const std::uint64_t> sizes, const PairRule& rule,
                                  std::size_t most = kAllCandidates) {
  std::vector<Candidate> all;
  hand_out(lists.view(), state, sizes, rule, most,
           [&](auto some) { all.insert(all.end(), some.begin(), some.end()); });
  return all;
}

struct Outcome {
  std::vector<std::uint32_t> survivors;
  unsigned rounds = 0;
  std::size_t handed_out = 0;
  std::size_t counted = 0;
};

class Rounds {
 public:
  Rounds(const PairRule& rule, const Sketched& documents, const ShingleOrder& order)
      : rule_(rule),
        documents_(documents),
        order_(order),
        lists_(divided(lists_of(rule, documents, order))),
        state_(RoundState::first(documents.sets.size())),
        searches_(searches_of(documents.sets.size())) {
    for (const Set& set : documents.sets) sizes_.push_back(set.size());
  }

  Outcome run() {
    Outcome out;
    for_each_document([&](const FlatLists& lists) { return guessed(lists, sizes_, rule_); },
                      [&](Search& search, std::vector<Candidate> candidates) {
                        keep_guesses(candidates);
                        EXPECT_LE(candidates.size(), kGuesses);
                        Ranks similar;
                        for (const Candidate& one : candidates) {
                          if (is_found(rule_, documents_, one.rank, search.own)) {
                            similar.push_back(one.rank);
                          }
                        }
                        search.add_similar(similar);
                      });
    settle_guesses(searches_, state_);
    while (!is_settled(state_)) {
      ++out.rounds;
      for_each_document(
          [&](const FlatLists& lists) { return handed_out(lists, state_, sizes_, rule_); },
          [&](Search& search, std::span<const Candidate> candidates) {
            out.handed_out += candidates.size();
            search.add_counted(counted(search.own, candidates, out), state_,
                               state_.ends[search.own]);
          });
      settle(searches_, state_);
    }
    out.survivors.assign(state_.survivors.begin(), state_.survivors.end());
    return out;
  }

 private:
  template <class HandOut, class Visit>
  void for_each_document(HandOut hand_out_of, Visit visit) {
    std::vector<std::vector<Candidate>> hands;
    for (const FlatLists& lists : lists_) hands.push_back(hand_out_of(lists));
    for (Search& search : searches_) {
      std::vector<Candidate> parts, candidates;
      for (const auto& hand : hands) {
        const auto mine = std::ranges::equal_range(hand, search.own, {}, &Candidate::own);
        parts.insert(parts.end(), mine.begin(), mine.end());
      }
      complete_candidates(parts, candidates);
      visit(search, candidates);
    }
  }

  Ranks counted(Rank own, std::span<const Candidate> candidates, Outcome& out) const {
    Ranks similar;
    for (const Candidate& candidate : candidates) {
      if (!may_be_found(own, candidate)) continue;
      ++out.counted;
      if (!is_found(rule_, documents_, candidate.rank, own)) continue;
      similar.push_back(candidate.rank);
      if (is_enough(own, similar, state_)) break;
    }
    return similar;
  }

  bool may_be_found(Rank own, const Candidate& candidate) const {
    const auto &a = documents_.sketches[own], &b = documents_.sketches[candidate.rank];
    const std::uint64_t modulus = std::max(a.modulus, b.modulus);
    return rule_.prefixes_allow(modulus, size_of(own, modulus), size_of(candidate.rank, modulus),
                                candidate.shared);
  }

  SketchSize size_of(Rank rank, std::uint64_t modulus) const {
    SketchSize size{};
    const auto& sketch = documents_.sketches[rank];
    PrefixTaker(rule_, order_, {modulus})
        .for_each(sketch.hashes, modulus, [&](const Prefix& prefix) { size = prefix.size; });
    return size;
  }

  const PairRule& rule_;
  const Sketched& documents_;
  const ShingleOrder& order_;
  std::vector<FlatLists> lists_;
  RoundState state_;
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
      const Outcome outcome = Rounds(rule, documents, order).run();
      EXPECT_EQ(outcome.survivors, expected) << "seed " << seed << ", hot from " << least;
      EXPECT_GT(outcome.rounds, 0u);
      EXPECT_LT(outcome.counted, count * (count - 1) / 2);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, SurvivorsInRounds,
                         testing::Values(Case{"all", 0.5, 300, 60}, Case{"all", 0.8, 300, 60},
                                         Case{"all", 0.2, 200, 40}, Case{"mod:25", 0.5, 120, 4000},
                                         Case{"mod:4", 0.7, 200, 1500},
                                         Case{"vi", 0.5, 120, 2000}));

// Documents with a template of `common` shingles and from `least_own` to `most_own` of their own.
// Every fourth is a near copy of the one before it.
struct Template {
  std::uint64_t common;
  std::uint64_t least_own;
  std::uint64_t most_own;
};

std::vector<Set> of_template(std::mt19937_64& random, std::size_t count, const Template& about) {
  const auto any = [&](std::uint64_t size) {
    Set set(size);
    for (std::uint64_t& shingle : set) shingle = random();
    return set;
  };
  const Set common = any(about.common);
  std::vector<Set> all;
  for (std::size_t i = 0; i < count; ++i) {
    Set own = any(about.least_own + random() % (about.most_own - about.least_own + 1));
    if (i % 4 == 3) {
      own = all.back();
      own[random() % own.size()] = random();
    } else {
      own.insert(own.end(), common.begin(), common.end());
    }
    std::ranges::sort(own);
    all.push_back(std::move(own));
  }
  return all;
}

ShingleOrder sampled_order(const Sketched& documents) {
  std::vector<Shingles> sample;
  for (std::size_t i = 0; i < documents.sketches.size(); i += 20) {
    sample.push_back(documents.sketches[i].hashes);
  }
  return ShingleOrder(hot_shingles(sample, 3));
}

TEST(SurvivorsInRounds, OfOneTemplateAreThoseOfAllPairs) {
  for (const char* name : {"all", "mod:2", "mod:25"}) {
    for (const double resemblance : {0.3, 0.5, 0.8}) {
      const PairRule rule = *PairRule::make(*parse_sampling(name), resemblance, 0);
      for (const std::uint64_t common : {10u, 40u, 51u, 59u, 62u, 70u, 150u}) {
        std::mt19937_64 random(common);
        const Sketched documents =
            sketched(of_template(random, 200, {common, 1, 90}), *Sampler::parse(name));
        const ShingleOrder order = sampled_order(documents);
        EXPECT_EQ(Rounds(rule, documents, order).run().survivors,
                  survivors_of_all_pairs(rule, documents))
            << name << ", resemblance " << resemblance << ", " << common << " common";
      }
    }
  }
}

TEST(SurvivorsInRounds, NeedFewCandidatesOfOneTemplate) {
  constexpr std::size_t kDocuments = 400;
  const PairRule rule = *PairRule::make({SketchKind::all, 0}, 0.5, 0);
  // At 40 own shingles, 80 common ones are the most that do not make all documents similar.
  for (const std::uint64_t common : {20u, 51u, 70u, 79u}) {
    std::mt19937_64 random(common);
    const Sketched documents =
        sketched(of_template(random, kDocuments, {common, 40, 40}), *Sampler::parse("all"));
    const Outcome outcome = Rounds(rule, documents, sampled_order(documents)).run();
    EXPECT_EQ(outcome.survivors, survivors_of_all_pairs(rule, documents));
    EXPECT_LE(outcome.handed_out, 2 * kDocuments) << common << " common";
  }
}

// Which pairs of documents are similar: any relation, by the number of the pair.
class Relation {
 public:
  explicit Relation(std::uint32_t pairs) : pairs_(pairs) {}
  bool has(Rank preferred, Rank other) const {
    return (pairs_ >> (other * (other - 1) / 2 + preferred) & 1) != 0;
  }

 private:
  std::uint32_t pairs_;
};

std::vector<std::uint32_t> survivors_of(const Relation& similar, std::uint32_t ranks) {
  std::vector<RankedPair> pairs;
  for (std::uint32_t a = 0; a < ranks; ++a) {
    for (std::uint32_t b = a + 1; b < ranks; ++b) {
      if (similar.has(a, b)) pairs.push_back({a, b});
    }
  }
  return resolve_survivors(ranks, pairs);
}

// One list has all documents, only some of the similar pairs are guessed, and a document is
// compared with at most `most` candidates in a round.
std::vector<std::uint32_t> survivors_in_rounds(const Relation& similar, const Relation& guessed,
                                               Rank ranks, Rank most) {
  std::vector<ListMember> list;
  for (Rank rank = 0; rank < ranks; ++rank) list.push_back({rank, true});
  const FlatLists lists(std::span(&list, 1));
  const std::vector<std::uint64_t> sizes(ranks, 10);
  const PairRule rule = *PairRule::make({}, 0.5, 0);
  RoundState state = RoundState::first(ranks);
  std::vector<Search> searches = searches_of(ranks);
  for (Search& search : searches) {
    Ranks found;
    for (Rank rank = 0; rank < search.own; ++rank) {
      if (similar.has(rank, search.own) && guessed.has(rank, search.own)) found.push_back(rank);
    }
    search.add_similar(found);
  }
  settle_guesses(searches, state);
  for (Rank round = 0; !is_settled(state); ++round) {
    if (round > ranks * ranks) throw std::runtime_error("a round decides at least one document");
    std::vector<Ranks> found(ranks);
    std::vector<Rank> ends = state.ends, counted(ranks);
    for (const Candidate& candidate : handed_out(lists, state, sizes, rule)) {
      Ranks& mine = found[candidate.own];
      if (is_enough(candidate.own, mine, state)) continue;
      if (counted[candidate.own]++ == most) {
        ends[candidate.own] = std::min(ends[candidate.own], candidate.rank);
      }
      if (candidate.rank >= ends[candidate.own]) continue;
      if (similar.has(candidate.rank, candidate.own)) mine.push_back(candidate.rank);
    }
    for (Search& search : searches) {
      search.add_counted(found[search.own], state, ends[search.own]);
    }
    settle(searches, state);
  }
  return {state.survivors.begin(), state.survivors.end()};
}

TEST(SurvivorsInRounds, AreRightForEveryRelationOfSixDocuments) {
  constexpr Rank kRanks = 6;
  constexpr std::uint32_t kRelations = 1 << 15;
  std::mt19937 random(6);
  for (std::uint32_t pairs = 0; pairs < kRelations; ++pairs) {
    const Relation similar(pairs);
    const auto expected = survivors_of(similar, static_cast<std::uint32_t>(kRanks));
    for (const std::uint32_t guessed : {0u, static_cast<std::uint32_t>(random()), kRelations - 1}) {
      for (const Rank most : {Rank{1}, kRanks}) {
        ASSERT_EQ(survivors_in_rounds(similar, Relation(guessed), kRanks, most), expected)
            << "relation " << pairs << ", guessed " << guessed << ", at most " << most;
      }
    }
  }
}

// What one list hands out to documents of equal size.
std::vector<Candidate> hand_of(const std::vector<ListMember>& list, const RoundState& state) {
  const std::vector<std::uint64_t> sizes(state.handed_out.size(), 10);
  return handed_out(FlatLists(std::span(&list, 1)), state, sizes, *PairRule::make({}, 0.5, 0));
}

// The ranks below `count`.
std::vector<ListMember> first_ranks(Rank count) {
  std::vector<ListMember> list;
  for (Rank rank = 0; rank < count; ++rank) list.push_back({rank, true});
  return list;
}

TEST(Lists, AreThoseThatMayFormAPair) {
  struct Posting {
    std::uint64_t shingle;
    bool is_sufficing;
    std::uint64_t list() const { return shingle; }
    bool suffices() const { return is_sufficing; }
  };
  const std::vector<Posting> sorted = {{1, true},  {2, false}, {2, true}, {3, false},
                                       {3, false}, {4, true},  {4, true}, {5, false}};
  std::vector<std::uint64_t> visited;
  for_each_list<Posting>(sorted, [&](auto list) {
    EXPECT_EQ(list.size(), 2u);
    visited.push_back(list.front().shingle);
  });
  EXPECT_EQ(visited, (std::vector<std::uint64_t>{2, 4}));
}

TEST(HandOut, GivesWhatWasNotCounted) {
  RoundState state = RoundState::first(6);
  state.handed_out = {HandedOut::before, HandedOut::never, HandedOut::before,
                      HandedOut::now,    HandedOut::never, HandedOut::before};
  state.survivors = {0, 0, 2, 3, 3, 5};
  state.ends = {0, 0, 2, 3, 3, 5};
  state.counted_to = {0, 0, 2, 3, 1, 5};
  const std::vector<Candidate> expected = {{4, 2, 1},   // 4 was counted to 1
                                           {5, 3, 1}};  // 3 is new
  EXPECT_EQ(hand_of(first_ranks(6), state), expected);
}

TEST(HandOut, GivesPairsThatBelongToTheModulusOfTheList) {
  const std::vector<ListMember> list = {{0, false}, {1, true}, {2, false}};
  EXPECT_EQ(hand_of(list, RoundState::first(3)), (std::vector<Candidate>{{1, 0, 1}, {2, 1, 1}}));
}

TEST(HandOut, GivesPairsOfWhichOneSuffices) {
  const std::vector<ListMember> list = {
      {0, true, false}, {1, true, true}, {2, true, false}, {3, true, false}};
  const RoundState all = RoundState::first(4);
  const std::vector<Candidate> expected = {{1, 0, 1}, {2, 1, 1}, {3, 1, 1}};
  EXPECT_EQ(hand_of(list, all), expected);
  const std::vector<std::uint64_t> sizes(4, 10);
  EXPECT_EQ(guessed(FlatLists(std::span(&list, 1)), sizes, *PairRule::make({}, 0.5, 0)), expected);
}

TEST(HandOut, PassesOverDocumentsOfOtherSizes) {
  const std::vector<std::uint64_t> sizes = {100, 60, 40};
  const std::vector<ListMember> list = first_ranks(3);
  const auto hand = handed_out(FlatLists(std::span(&list, 1)), RoundState::first(3), sizes,
                               *PairRule::make({}, 0.5, 0));
  EXPECT_EQ(hand, (std::vector<Candidate>{{1, 0, 1}, {2, 1, 1}}));
}

// A random state: each document is open in a part of the ranks before it.
RoundState any_state(std::mt19937_64& random, Rank ranks) {
  RoundState state = RoundState::first(ranks);
  for (Rank rank = 0; rank < ranks; ++rank) {
    state.handed_out[rank] = static_cast<HandedOut>(random() % 3);
    state.ends[rank] = random() % (rank + 1);
    state.counted_to[rank] = random() % (rank + 1);
  }
  return state;
}

TEST(HandOut, GivesTheFirstOfAllCandidates) {
  constexpr Rank kRanks = 9000;  // several windows
  const PairRule rule = *PairRule::make({}, 0.5, 0);
  std::mt19937_64 random(3);
  std::vector<std::uint64_t> sizes(kRanks);
  for (std::uint64_t& size : sizes) size = 10 + random() % 30;
  Lists lists(6);
  for (auto& list : lists) {
    const std::uint64_t one_in = 5 + random() % 40;
    for (Rank rank = 0; rank < kRanks; ++rank) {
      if (random() % one_in == 0) list.push_back({rank, random() % 2 == 0, random() % 2 == 0});
    }
  }
  const FlatLists flat(lists);
  const RoundState state = any_state(random, kRanks);
  const std::vector<Candidate> all = handed_out(flat, state, sizes, rule);
  EXPECT_GT(all.size(), 10 * kRanks);
  for (const std::size_t most : {1u, 7u, 33u, 513u, 8999u}) {
    std::vector<Candidate> expected;  // the plain twin
    std::size_t of_document = 0;
    for (std::size_t at = 0; at < all.size(); ++at) {
      if (at > 0 && all[at - 1].own != all[at].own) of_document = 0;
      if (of_document++ < most) expected.push_back(all[at]);
    }
    EXPECT_EQ(handed_out(flat, state, sizes, rule, most), expected) << most;
  }
}

TEST(Guess, GivesTheFirstOfListsThatMostListsHave) {
  const Rank last = 20;
  Lists lists = {first_ranks(last + 1), {{3, true}, {last, true}}, {{15, true}, {last, true}}};
  const std::vector<std::uint64_t> sizes(last + 1, 10);
  const auto hand = guessed(FlatLists(lists), sizes, *PairRule::make({}, 0.5, 0));
  const auto mine = std::ranges::equal_range(hand, last, {}, &Candidate::own);
  const std::vector<Candidate> expected = {{last, 0, 1}, {last, 1, 1}, {last, 2, 1}, {last, 3, 2},
                                           {last, 4, 1}, {last, 5, 1}, {last, 6, 1}, {last, 15, 1}};
  EXPECT_TRUE(std::ranges::equal(mine, expected));
}

TEST(Guesses, ShareAtLeastHalfAsManyListsAsTheBest) {
  std::vector<Candidate> candidates = {{30, 1, 4}, {30, 2, 1}, {30, 3, 2}};
  keep_guesses(candidates);
  EXPECT_EQ(candidates, (std::vector<Candidate>{{30, 1, 4}, {30, 3, 2}}));
  candidates.clear();
  for (Rank rank = 0; rank < 20; ++rank) candidates.push_back({30, rank, rank < 15 ? 2u : 3u});
  keep_guesses(candidates);
  ASSERT_EQ(candidates.size(), kGuesses);
  EXPECT_EQ(candidates.front(), (Candidate{30, 0, 2}));
  EXPECT_EQ(candidates.back(), (Candidate{30, 19, 3}));
}

TEST(Candidates, AreMergedFromAllTasks) {
  std::vector<Candidate> parts = {{9, 7, 1}, {9, 3, 2}, {9, 5, 1}, {9, 3, 4}}, candidates;
  complete_candidates(parts, candidates);
  EXPECT_EQ(candidates, (std::vector<Candidate>{{9, 3, 6}, {9, 5, 1}, {9, 7, 1}}));
}

TEST(IsEnough, CountsSimilarSurvivors) {
  RoundState state = RoundState::first(9);
  state.survivors[1] = 0;
  const auto enough = [&](Ranks similar) { return is_enough(8, similar, state); };
  EXPECT_FALSE(enough({1}));
  EXPECT_TRUE(enough({1, 2}));
  state.counted_to[8] = 3;
  EXPECT_FALSE(enough({2, 3, 4}));
  EXPECT_TRUE(enough({2, 3, 4, 5}));
}

TEST(Settle, HandsOutSurvivors) {
  RoundState state = RoundState::first(4);
  std::vector<Search> searches = searches_of(4);
  searches[2].add_similar(Ranks{1});
  searches[3].add_similar(Ranks{2});
  settle_guesses(searches, state);
  EXPECT_EQ(state.survivors, (Ranks{0, 1, 1, 3}));
  EXPECT_EQ(state.handed_out,
            (Handed{HandedOut::now, HandedOut::now, HandedOut::never, HandedOut::now}));
  searches[1].add_counted(Ranks{0}, state, 1);
  searches[2].add_counted(Ranks{}, state, 1);
  searches[3].add_counted(Ranks{}, state, 3);
  settle(searches, state);
  EXPECT_EQ(state.survivors, (Ranks{0, 0, 2, 2}));
  EXPECT_EQ(state.handed_out,
            (Handed{HandedOut::before, HandedOut::never, HandedOut::now, HandedOut::never}));
  EXPECT_EQ(state.counted_to, (Ranks{0, 0, 1, 3}));
  EXPECT_EQ(state.ends, (Ranks{0, 0, 2, 3}));  // 2 is compared up to itself
  EXPECT_FALSE(is_settled(state));
}

TEST(ShingleOrder, PutsHotShinglesLast) {
  const std::vector<Set> sets = {{1, 2, 5}, {2, 5, 6}, {2, 7}};
  const std::vector<Shingles> sample(sets.begin(), sets.end());
  const auto hot = hot_shingles(sample, 2);
  EXPECT_EQ(hot, (std::vector<HotShingle>{{2, 3}, {5, 2}}));
  Set first;
  const Set set = {1, 2, 5, 6};
  EXPECT_EQ(ShingleOrder(hot).append_first(set, 3, first), 2u);
  EXPECT_EQ(first, (Set{1, 6, 5}));
  first.clear();
  EXPECT_EQ(ShingleOrder(hot).append_first(set, 2, first), 0u);  // no hot one is among them
  EXPECT_EQ(first, (Set{1, 6}));
  first.clear();
  EXPECT_EQ(ShingleOrder(hot).append_first(set, 9, first), 2u);
  EXPECT_EQ(first, (Set{1, 6, 5, 2}));
}

TEST(SketchSize, HasAtLeastTheHotHashes) {
  for (const std::uint64_t hashes : {1u, 2u, 100u, 255u, 256u, 1000u, 70'001u}) {
    for (std::uint64_t hot = 0; hot <= hashes; hot += 1 + hashes / 300) {
      const std::uint64_t most = SketchSize::of(hashes, hot).hot();
      EXPECT_GE(most, hot) << hashes;
      EXPECT_LE(most, hot + hashes / 255) << hashes;
    }
  }
}

TEST(PairRule, HotHashesSufficeIfTwoSketchesCanShowEnoughByThem) {
  for (const char* name : {"all", "mod:25"}) {
    const PairRule rule = *PairRule::make(*parse_sampling(name), 0.5, 0);
    const std::uint64_t modulus = rule.moduli().back();
    for (std::uint64_t hashes = 1; hashes <= 250; hashes += 3) {
      for (std::uint64_t hot = 1; hot <= hashes; ++hot) {
        const PairCounts same_hot{hashes, hashes, hot, modulus};
        const bool suffice = rule.hot_suffice(modulus, SketchSize::of(hashes, hot));
        const std::uint64_t full = hashes * modulus;
        EXPECT_LE(rule.is_candidate(same_hot, full, full), suffice) << hashes << ' ' << hot;
      }
    }
  }
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
