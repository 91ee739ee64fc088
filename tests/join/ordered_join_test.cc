// Candidates in order of preference, compared with a plain filter that looks at every pair.
#include "jobs/collection/join/ordered_join.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "jobs/collection/join/prefix_filter.h"
#include "sketched_collection.h"

namespace whorl::internal::join {
namespace {

constexpr std::uint32_t kBlock = 512;  // number of ranks that are searched for at a time
const std::vector<std::uint64_t> kModuli = {1, 5, 25};

using Sketches = std::vector<sketch::Sketch>;
using Taken = std::function<bool(std::uint32_t)>;

// At every level, families of sixteen share most of their sets, and all sets share a few elements.
Sketches some_sketches(std::size_t count) {
  std::mt19937_64 random(5);
  Sketches sketches;
  sketch::ShingleSet family;
  for (std::size_t doc = 0; doc < count; ++doc) {
    if (doc % 16 == 0) {
      family.resize(60 + random() % 60);
      std::ranges::generate(family, [&] { return random() << 5; });
    }
    sketch::ShingleSet set = family;
    for (std::uint64_t& hash : set) {
      if (random() % 10 == 0) hash = random();
    }
    for (std::uint64_t common = 0; common < 5; ++common) set.push_back(common * 25);
    sketch::Sketch sketch;
    sketch.modulus = kModuli[doc % 3];
    for (const std::uint64_t hash : set) sketch.hashes.push_back(hash / 25 * 25 + hash % 5 * 5);
    if (sketch.modulus == 25) {
      for (std::uint64_t& hash : sketch.hashes) hash = hash / 25 * 25;
    }
    std::ranges::sort(sketch.hashes);
    const auto twice = std::ranges::unique(sketch.hashes);
    sketch.hashes.erase(twice.begin(), twice.end());
    sketch.full_size = sketch.hashes.size();
    sketches.push_back(std::move(sketch));
  }
  return sketches;
}

std::map<std::uint64_t, std::uint32_t> holders_in(const Sketches& sketches) {
  std::vector<sketch::ShingleSpan> spans;
  for (const sketch::Sketch& sketch : sketches) spans.push_back(sketch.hashes);
  const HolderCounts counts(spans, base::Cancellation(nullptr));
  std::map<std::uint64_t, std::uint32_t> holders;
  for (const sketch::ShingleSpan span : spans) {
    counts.for_each(span, [&](std::size_t i, std::uint32_t count) { holders[span[i]] = count; });
  }
  return holders;
}

std::size_t shared(const sketch::ShingleSet& a, const sketch::ShingleSet& b) {
  sketch::ShingleSet both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both.size();
}

// The elements that documents keep at one modulus, and their prefixes.
class PlainFilter {
 public:
  PlainFilter(const Sketches& sketches, std::uint64_t modulus, double threshold)
      : threshold_(threshold) {
    const auto holders = holders_in(sketches);
    for (const sketch::Sketch& sketch : sketches) {
      sketch::ShingleSet set = sketch.hashes;
      std::erase_if(set, [&](std::uint64_t shingle) { return shingle % modulus != 0; });
      sets_.push_back(set);
      std::ranges::sort(
          set, {}, [&](std::uint64_t shingle) { return std::pair(holders.at(shingle), shingle); });
      set.resize(probe_prefix(threshold, set.size()));
      std::ranges::sort(set);
      prefixes_.push_back(set);
    }
  }

  bool are_alike(std::size_t a, std::size_t b) const {
    return reach(a, b, shared(sets_[a], sets_[b]));
  }
  bool may_be_alike(std::size_t a, std::size_t b) const {
    const std::size_t within = shared(prefixes_[a], prefixes_[b]);
    return within > 0 && reach(a, b, within + std::max(behind(a), behind(b)));
  }

 private:
  std::size_t behind(std::size_t doc) const { return sets_[doc].size() - prefixes_[doc].size(); }
  bool reach(std::size_t a, std::size_t b, std::size_t both) const {
    const std::size_t size_a = sets_[a].size(), size_b = sets_[b].size();
    return resemble(threshold_, size_a, size_b, std::min({both, size_a, size_b}));
  }

  double threshold_;
  std::vector<sketch::ShingleSet> sets_;
  std::vector<sketch::ShingleSet> prefixes_;
};

// Pairs of ranks, the less preferred first. Each pair is compared at the coarser of its moduli.
std::set<CandidatePair> plain_candidates(const Sketches& sketches,
                                         std::span<const std::uint32_t> ranks, double threshold) {
  std::map<std::uint64_t, PlainFilter> filters;
  for (const std::uint64_t modulus : kModuli) {
    filters.emplace(modulus, PlainFilter(sketches, modulus, threshold));
  }
  std::set<CandidatePair> pairs;
  for (std::size_t a = 0; a < sketches.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const auto& filter = filters.at(std::max(sketches[a].modulus, sketches[b].modulus));
      const bool may_be_alike = filter.may_be_alike(a, b);
      EXPECT_TRUE(may_be_alike || !filter.are_alike(a, b)) << a << " and " << b;
      if (may_be_alike) pairs.insert({std::max(ranks[a], ranks[b]), std::min(ranks[a], ranks[b])});
    }
  }
  return pairs;
}

class OrderedJoins : public SketchedCollection {
 protected:
  std::set<CandidatePair> ordered(const Sketches& sketches, CandidateOptions options,
                                  const Taken& is_taken) {
    const std::vector<store::SketchEntry> entries = entries_of(sketches);
    return candidates(sketches, kModuli, std::move(options),
                      [&](const JoinInput&, const CandidateOptions& o,
                          CandidateStats& stats) -> Result<CandidateStream> {
                        return ordered_join(sketches, entries, o, stats, is_taken);
                      });
  }

  static std::vector<store::SketchEntry> entries_of(const Sketches& sketches) {
    std::vector<store::SketchEntry> entries;
    std::uint64_t offset = 0;
    for (const sketch::Sketch& sketch : sketches) {
      entries.push_back({.offset = std::exchange(offset, offset + sketch.hashes.size()),
                         .full_size = sketch.full_size,
                         .count = static_cast<std::uint32_t>(sketch.hashes.size()),
                         .modulus = static_cast<std::uint32_t>(sketch.modulus)});
    }
    return entries;
  }

  static Result<CandidateStream> ordered_join(const Sketches& sketches,
                                              const std::vector<store::SketchEntry>& entries,
                                              const CandidateOptions& options,
                                              CandidateStats& stats, const Taken& is_taken) {
    std::vector<store::DocId> by_rank(entries.size());
    for (store::DocId doc = 0; doc < by_rank.size(); ++doc) by_rank[options.rank_of[doc]] = doc;
    const RankedDocuments documents{by_rank, entries, kModuli};
    EXPECT_TRUE(HeldPrefixes::serve(documents, options));
    sketch::ShingleSet file;
    for (const sketch::Sketch& sketch : sketches) {
      file.insert(file.end(), sketch.hashes.begin(), sketch.hashes.end());
    }
    WHORL_ASSIGN_OR_RETURN(auto prefixes, HeldPrefixes::make(file, documents, options, stats));
    OrderedJoin join(documents, options, std::move(prefixes));
    std::vector<CandidatePair> all;
    while (!join.ended()) {
      const auto pairs = join.next(stats);
      EXPECT_TRUE(std::ranges::is_sorted(pairs));
      EXPECT_EQ(std::ranges::adjacent_find(pairs), pairs.end());
      all.insert(all.end(), pairs.begin(), pairs.end());
      join.settle(is_taken);
    }
    EXPECT_EQ(join.ranks(), entries.size());
    EXPECT_EQ(stats.formed_pairs, all.size());
    return stream_of(base::SortedStream<CandidatePair>(std::move(all)));
  }
};

TEST_F(OrderedJoins, GiveAllPairsOfThePlainFilterWhereNoneIsTaken) {
  for (const std::size_t count : {1, 2, 63, 64, 65, 1000}) {
    const Sketches sketches = some_sketches(count);
    std::vector<std::uint32_t> ranks(count);
    std::iota(ranks.rbegin(), ranks.rend(), 0u);
    for (const double t : {0.05, 0.4, 0.8}) {
      CandidateOptions options{.resemblance = LeastShown(t), .rank_of = ranks};
      const auto wanted = plain_candidates(sketches, ranks, t);
      EXPECT_TRUE(count < 64 || !wanted.empty());
      for (const unsigned threads : {1u, 3u}) {
        options.budget.threads = threads;
        EXPECT_EQ(ordered(sketches, options, [](std::uint32_t) { return false; }), wanted)
            << count << " documents, " << t;
      }
    }
  }
}

// Most documents have the size of their level, and some the size of another level.
TEST_F(OrderedJoins, LeaveOutPairsThatTheirSizesRuleOut) {
  Sketches sketches = some_sketches(1000);
  for (std::size_t doc = 0; doc < sketches.size(); ++doc) {
    sketches[doc].full_size *= doc % 50 == 49 ? 2 : sketches[doc].modulus;
  }
  std::vector<std::uint32_t> ranks(sketches.size());
  std::iota(ranks.begin(), ranks.end(), 0u);
  const auto entries = entries_of(sketches);
  const CandidateOptions options{
      .resemblance = LeastShown(0.3), .sizes = SizeRule(entries, 0.6), .rank_of = ranks};
  std::set<CandidatePair> wanted = plain_candidates(sketches, ranks, 0.3);
  const auto left = std::erase_if(
      wanted, [&](const CandidatePair& pair) { return !options.sizes.allows(pair.a, pair.b); });
  EXPECT_GT(left, 0u);
  EXPECT_FALSE(wanted.empty());
  EXPECT_EQ(ordered(sketches, options, [](std::uint32_t) { return false; }), wanted);
}

TEST_F(OrderedJoins, CompareADocumentAtLevelsOfSizesThatAreAllowed) {
  const std::vector<store::SketchEntry> entries = {
      {.full_size = 60, .modulus = 1},  {.full_size = 100, .modulus = 1},
      {.full_size = 120, .modulus = 5}, {.full_size = 150, .modulus = 5},
      {.full_size = 700, .modulus = 5}, {.full_size = 300, .modulus = 1},
      {.full_size = 1200, .modulus = 1}};
  const std::vector<store::DocId> by_rank = {6, 5, 4, 3, 2, 1, 0};
  const RankedDocuments documents{by_rank, entries, kModuli};
  const SizeRule rule(entries, 0.6), none;
  const ComparedLevels compared(documents, rule);
  EXPECT_EQ(compared.own(1), 0u);
  EXPECT_EQ(compared.own(2), 1u);
  EXPECT_TRUE(compared.has(0, 0));
  EXPECT_FALSE(compared.has(0, 1));
  EXPECT_TRUE(compared.has(1, 1));
  EXPECT_TRUE(compared.has(4, 1));
  EXPECT_TRUE(compared.has(5, 1)) << "a size between those of the level";
  EXPECT_FALSE(compared.has(6, 1));
  EXPECT_FALSE(compared.has(4, 2)) << "no document has this level";
  EXPECT_TRUE(ComparedLevels(documents, none).has(0, 1));
}

TEST_F(OrderedJoins, LeaveOutThoseThatWereTakenBeforeTheBlock) {
  const Sketches sketches = some_sketches(1000);
  std::vector<std::uint32_t> ranks(sketches.size());
  std::iota(ranks.begin(), ranks.end(), 0u);
  std::ranges::shuffle(ranks, std::mt19937_64(7));
  const CandidateOptions options{.resemblance = LeastShown(0.3), .rank_of = ranks};
  const Taken is_taken = [](std::uint32_t rank) { return rank % 3 != 0; };
  std::set<CandidatePair> wanted = plain_candidates(sketches, ranks, 0.3);
  const auto left = std::erase_if(wanted, [&](const CandidatePair& pair) {
    return is_taken(pair.b) && pair.b / kBlock < pair.a / kBlock;
  });
  EXPECT_GT(left, 0u);
  EXPECT_EQ(ordered(sketches, options, is_taken), wanted);
}

// All documents share an element, so all of them are partners of each other, and pairs share one
// more.
TEST_F(OrderedJoins, GiveTheSamePairsOneByOneWhereMemoryIsShort) {
  constexpr std::uint32_t kDocuments = 6000;
  Sketches sketches(kDocuments);
  std::vector<std::uint32_t> ranks(kDocuments);
  std::iota(ranks.begin(), ranks.end(), 0u);
  std::set<CandidatePair> wanted;
  for (std::uint32_t doc = 0; doc < kDocuments; ++doc) {
    sketches[doc].hashes = {1, 2 + doc / 2};
    sketches[doc].full_size = 2;
    if (doc % 2 == 1) wanted.insert({doc, doc - 1});
  }
  CandidateOptions options{.resemblance = LeastShown(0.5), .rank_of = ranks};
  for (const unsigned threads : {1u, 8u}) {
    options.budget.threads = threads;
    EXPECT_EQ(ordered(sketches, options, [](std::uint32_t) { return false; }), wanted);
  }
}

TEST_F(OrderedJoins, RefuseSketchesThatReachBeyondTheirFile) {
  const Sketches sketches = some_sketches(40);
  auto entries = entries_of(sketches);
  entries[7].count = 50'000;
  std::vector<std::uint32_t> ranks(sketches.size());
  std::iota(ranks.begin(), ranks.end(), 0u);
  const CandidateOptions options{.resemblance = LeastShown(0.5), .rank_of = ranks};
  candidates(sketches, kModuli, options,
             [&](const JoinInput&, const CandidateOptions& o,
                 CandidateStats& stats) -> Result<CandidateStream> {
               const auto refused =
                   ordered_join(sketches, entries, o, stats, [](std::uint32_t) { return false; });
               EXPECT_EQ(refused.error().code, ErrorCode::corrupt);
               return stream_of(base::SortedStream<CandidatePair>(std::vector<CandidatePair>()));
             });
}

TEST_F(OrderedJoins, ServeWhereMemoryHoldsThePrefixesOfResemblance) {
  const Sketches sketches = some_sketches(40);
  const auto entries = entries_of(sketches);
  std::vector<store::DocId> by_rank(sketches.size());
  const RankedDocuments documents{by_rank, entries, kModuli};
  candidates(sketches, kModuli, {},
             [&](const JoinInput&, const CandidateOptions& options,
                 CandidateStats&) -> Result<CandidateStream> {
               EXPECT_TRUE(HeldPrefixes::serve(documents, options));
               CandidateOptions other = options;
               other.containment = LeastShown(0.5);
               EXPECT_FALSE(HeldPrefixes::serve(documents, other));
               other = options;
               other.resemblance = LeastShown(0);
               EXPECT_FALSE(HeldPrefixes::serve(documents, other));
               other = options;
               other.budget.memory = 1000;
               EXPECT_FALSE(HeldPrefixes::serve(documents, other));
               return stream_of(base::SortedStream<CandidatePair>(std::vector<CandidatePair>()));
             });
}

}  // namespace
}  // namespace whorl::internal::join
