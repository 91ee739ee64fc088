// The pairs that a prefix join forms, compared with its plain version.
#include "jobs/collection/join/prefix_join.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "jobs/collection/join/prefix_filter.h"
#include "sketched_collection.h"

namespace whorl::internal::join {
namespace {

const std::vector<std::uint64_t> kModuli = {1, 5, 25};

struct Document {
  std::uint32_t sizes[3];  // by level, from its own level on
  std::uint16_t own;       // level
};

using Groups = std::vector<std::vector<Prefix>>;

std::vector<Document> some_documents(std::size_t count, std::mt19937_64& random) {
  std::vector<Document> documents;
  for (std::size_t i = 0; i < count; ++i) {
    const auto size = static_cast<std::uint32_t>(200 + random() % 800);
    documents.push_back({{size, size / 5, size / 25}, static_cast<std::uint16_t>(random() % 3)});
  }
  return documents;
}

// A group has the documents whose number has the same remainder, and a few others.
Groups some_groups(const std::vector<Document>& documents, std::size_t count,
                   std::mt19937_64& random) {
  Groups groups(count);
  for (std::size_t g = 0; g < count; ++g) {
    const auto level = static_cast<std::uint16_t>(random() % 3);
    const std::size_t family = random() % 5;
    for (store::DocId doc = 0; doc < documents.size(); ++doc) {
      const bool holds = random() % 100 < (doc / 20 % 5 == family ? 90u : 2u);
      if (!holds || documents[doc].own > level) continue;
      groups[g].push_back({g, documents[doc].sizes[level], doc, 0, level,
                           static_cast<std::uint16_t>(documents[doc].own == level)});
    }
    std::ranges::sort(groups[g]);
  }
  return groups;
}

// Forms the pairs one by one; the order of groups and documents does not matter.
std::set<CandidatePair> plain_twin(const Groups& groups, const CandidateOptions& options) {
  std::map<std::tuple<store::DocId, store::DocId>, std::tuple<Prefix, Prefix, std::uint64_t>> met;
  const auto least = [&](const Prefix& prefix) {
    return options.resemblance.at(kModuli[prefix.level], prefix.size);
  };
  for (const auto& group : groups) {
    for (std::size_t large = 0; large < group.size(); ++large) {
      for (std::size_t small = 0; small < large; ++small) {
        const Prefix &a = group[large], &b = group[small];
        if (b.size < min_shared(least(a), a.size) || (!a.own && !b.own)) continue;
        auto& [of_a, of_b, shared] = met[{a.doc, b.doc}];
        of_a = a;
        of_b = b;
        ++shared;
      }
    }
  }
  std::set<CandidatePair> pairs;
  for (const auto& [documents, counted] : met) {
    const auto& [a, b, shared] = counted;
    const auto behind = [&](const Prefix& p) { return p.size - probe_prefix(least(p), p.size); };
    const std::uint64_t most =
        std::min<std::uint64_t>(most_shared(shared, behind(a), behind(b)), b.size);
    const double t =
        options.resemblance.at(kModuli[a.level], std::uint64_t{a.size} + b.size - most);
    const bool many = shared >= 255;
    if (many || resemble(t, a.size, b.size, most)) pairs.insert(options.candidate(a.doc, b.doc));
  }
  return pairs;
}

class PrefixJoins : public SketchedCollection {};

TEST_F(PrefixJoins, FormThePairsOfThePlainTwin) {
  std::mt19937_64 random(3);
  for (const std::size_t count : {1, 2, 63, 64, 65, 300}) {
    const auto documents = some_documents(count, random);
    const Groups groups = some_groups(documents, count == 300 ? 1500 : 100, random);
    for (const double t : {0.02, 0.3, 0.6}) {
      const Join join = [&](const JoinInput& input, const CandidateOptions& options,
                            CandidateStats& stats) -> Result<CandidateStream> {
        base::ExternalSorter<CandidatePair> out(input.file_system, options.budget);
        PrefixJoin prefixes(input, options, 0, out, stats);
        for (const auto& group : groups) {
          if (!group.empty()) WHORL_RETURN_IF_ERROR(prefixes.add(group));
        }
        WHORL_RETURN_IF_ERROR(prefixes.flush());
        WHORL_ASSIGN_OR_RETURN(auto sorted, out.finish());
        EXPECT_EQ(stats.formed_pairs, plain_twin(groups, options).size());
        return stream_of(std::move(sorted));
      };
      CandidateOptions options{.resemblance = LeastShown(t)};
      for (const unsigned threads : {1u, 3u}) {
        options.budget.threads = threads;
        EXPECT_EQ(candidates({{{1}, 1, 1}}, kModuli, options, join), plain_twin(groups, options))
            << count << " documents, " << t;
      }
    }
  }
}

// Eight threads share the memory for counts. It is too small for the last documents, since all
// others come before them.
TEST_F(PrefixJoins, FormTheSamePairsOneByOneWhereMemoryIsShort) {
  constexpr std::size_t kDocuments = 6000, kFamily = 30;
  std::vector<std::vector<Prefix>> groups(1 + kDocuments / 3);
  for (store::DocId doc = 0; doc < kDocuments; ++doc) {
    const std::uint32_t size = 300 + doc % 7;
    groups[0].push_back({0, size, doc, 0, 0, 1});
    for (std::uint64_t g = 1; g < groups.size(); ++g) {
      if (doc / kFamily == g % (kDocuments / kFamily)) groups[g].push_back({g, size, doc, 0, 0, 1});
    }
  }
  for (auto& group : groups) std::ranges::sort(group);
  const Join join = [&](const JoinInput& input, const CandidateOptions& options,
                        CandidateStats& stats) -> Result<CandidateStream> {
    base::ExternalSorter<CandidatePair> out(input.file_system, options.budget);
    PrefixJoin prefixes(input, options, 0, out, stats);
    for (const auto& group : groups) WHORL_RETURN_IF_ERROR(prefixes.add(group));
    WHORL_RETURN_IF_ERROR(prefixes.flush());
    WHORL_ASSIGN_OR_RETURN(auto sorted, out.finish());
    return stream_of(std::move(sorted));
  };
  CandidateOptions options{.resemblance = LeastShown(0.97)};
  std::set<CandidatePair> found[2];
  for (const unsigned many : {0u, 1u}) {
    options.budget.threads = many == 1 ? 8 : 1;
    found[many] = candidates({{{1}, 1, 1}}, kModuli, options, join);
  }
  EXPECT_EQ(found[0], found[1]);
  EXPECT_GT(found[0].size(), kDocuments);
  EXPECT_LT(found[0].size(), kDocuments * kFamily);
}

TEST(PartnerCounts, CountForOneLaneInAByte) {
  PartnerCounts counts(10);
  counts.set_lanes(1);
  counts.add({7, 1}, 5u);
  counts.add({7, 2}, 5u);
  counts.add({3, 4}, 5u);
  ASSERT_EQ(counts.partners().size(), 2u);
  ASSERT_EQ(counts.shared(0).size(), 1u);
  EXPECT_EQ(counts.shared(0)[0], 2);
  EXPECT_EQ(counts.shared(1)[0], 1);
}

TEST(PartnerCounts, CountUpToMany) {
  PartnerCounts counts(10);
  PartnerCounts::Lanes lanes{};
  lanes[3] = lanes[63] = 1;
  for (int i = 0; i < 300; ++i) {
    counts.add({7, 1}, lanes);
    if (i < 254) counts.add({7, 2}, 5u);
  }
  counts.add({2, 9}, 0u);
  ASSERT_EQ(counts.partners().size(), 2u);
  EXPECT_EQ(counts.partners()[0].doc, 7u);
  EXPECT_EQ(counts.partners()[0].place, 1u);
  EXPECT_EQ(counts.shared(0)[3], PartnerCounts::kMany);
  EXPECT_EQ(counts.shared(0)[63], PartnerCounts::kMany);
  EXPECT_EQ(counts.shared(0)[5], 254);
  EXPECT_EQ(counts.shared(0)[4], 0);
  EXPECT_EQ(counts.shared(1)[0], 1);
  counts.clear();
  EXPECT_TRUE(counts.partners().empty());
  counts.add({7, 4}, 5u);
  EXPECT_EQ(counts.shared(0)[5], 1);
  EXPECT_EQ(counts.shared(0)[3], 0);
}

}  // namespace
}  // namespace whorl::internal::join
