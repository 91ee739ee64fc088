// The documents that share most with a query, compared with sums over all documents.
#include "jobs/registry/candidates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace whorl::internal::registry {
namespace {

// Document numbers, some of which are far from the others.
std::vector<std::uint32_t> some_documents(std::size_t count, std::mt19937& random) {
  std::set<std::uint32_t> documents;
  for (std::size_t i = 0; i < count; ++i) {
    documents.insert(random() % 7 == 0 ? random() : random() % 5000);
  }
  return {documents.begin(), documents.end()};
}

using Ranked = std::vector<std::pair<float, std::uint32_t>>;  // -sum and document

Ranked ranked(const MostEvidence& most) {
  Ranked list;
  for (const DocumentEvidence& one : most.best) list.emplace_back(-one.sum, one.document);
  return list;
}

// The first results of the sums.
Ranked first_of(Ranked list, std::size_t limit) {
  std::ranges::sort(list);
  list.resize(std::min(limit, list.size()));
  return list;
}

TEST(Evidence, IsTheSumOfAllDocumentsPlainly) {
  std::mt19937 random(1);
  for (const std::size_t limit : {1, 3, 10, 100'000}) {
    std::vector<std::vector<std::uint32_t>> documents;
    std::vector<WeighedDocuments> lists;
    for (int i = 0; i < 40; ++i) documents.push_back(some_documents(random() % 300, random));
    std::map<std::uint32_t, float> sums;
    std::map<std::uint32_t, std::size_t> hashes;
    for (const auto& list : documents) {
      const auto weight = static_cast<float>(1 + random() % 4);  // so that some sums are equal
      lists.push_back({list, weight, static_cast<std::uint32_t>(lists.size())});
      for (const std::uint32_t document : list) {
        sums[document] += weight;
        ++hashes[document];
      }
    }
    Ranked several, single;
    for (const auto& [document, sum] : sums) {
      (hashes[document] > 1 ? several : single).emplace_back(-sum, document);
    }
    const Evidence found = most_evidence(lists, lists.size(), limit);
    EXPECT_EQ(found.several.documents, several.size());
    EXPECT_EQ(found.single.documents, single.size());
    EXPECT_EQ(ranked(found.several), first_of(several, limit));
    EXPECT_EQ(ranked(found.single), first_of(single, limit));
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const bool known =
          std::ranges::any_of(documents[i], [&](auto one) { return hashes[one] > 1; });
      EXPECT_EQ(found.known[i], known) << i;
    }
  }
}

TEST(Evidence, OfNothingIsNone) {
  EXPECT_TRUE(most_evidence({}, 0, 10).several.best.empty());
  const std::vector<std::uint32_t> one = {4'294'967'295};
  EXPECT_TRUE(most_evidence({{one, 1}}, 1, 0).single.best.empty());
  EXPECT_EQ(most_evidence({{one, 1}}, 1, 0).single.documents, 1u);
}

TEST(Candidates, KnowWhatTheyShare) {
  std::mt19937 random(2);
  constexpr std::uint32_t kHashes = 60;
  Matches found;
  std::map<std::uint32_t, std::vector<std::uint32_t>> of_document;
  for (std::uint32_t hash = 0; hash < kHashes; hash += 1 + random() % 2) {
    const std::size_t begin = found.documents.size();
    for (const std::uint32_t document : some_documents(1 + random() % 80, random)) {
      found.documents.push_back(document);
      of_document[document].push_back(hash);
    }
    found.hashes.push_back({hash, begin, found.documents.size()});
  }
  for (const std::size_t most : {3, 30, 10'000}) {
    const Candidates candidates = best_candidates(found, kHashes, {}, 6000, {most});
    EXPECT_EQ(candidates.documents, of_document.size());
    EXPECT_EQ(candidates.best.size(), std::min(most, of_document.size()));
    for (const Candidate& one : candidates.best) {
      EXPECT_EQ(one.queries, of_document[one.document]);
      const auto alone = std::ranges::count_if(found.hashes, [&](const Matches::OfHash& hash) {
        return hash.size() == 1 && found.of(hash).front() == one.document;
      });
      EXPECT_EQ(one.rare, static_cast<std::uint64_t>(alone));
    }
  }
}

TEST(Candidates, OfASingleHashAreApartWhereThatIsAsked) {
  const Matches found = {{{0, 0, 2}, {1, 2, 4}, {2, 4, 5}}, {7, 8, 7, 9, 9}};
  const Candidates all = best_candidates(found, 3, {}, 10, {10});
  EXPECT_EQ(all.documents, 3u);
  EXPECT_EQ(all.best.size(), 3u);
  EXPECT_EQ(all.singles, 0u);
  const Candidates apart = best_candidates(found, 3, {}, 10, {10, Singles::apart});
  EXPECT_EQ(apart.documents, 2u);
  EXPECT_EQ(apart.singles, 1u);
  ASSERT_EQ(apart.single.size(), 1u);
  EXPECT_EQ(apart.single[0].document, 8u);
  EXPECT_EQ(apart.single[0].queries, (std::vector<std::uint32_t>{0}));
}

TEST(Candidates, PassOverTheCommonestHashes) {
  const Matches found = {{{0, 0, 1}, {1, 1, 4}, {2, 4, 6}}, {7, 7, 8, 9, 7, 9}};
  const Candidates candidates = best_candidates(found, 4, {2, 1}, 10, {10});
  EXPECT_EQ(candidates.common, 1u);
  EXPECT_EQ(candidates.known, (std::vector<bool>{true, false, true, false}));
  EXPECT_EQ(candidates.documents, 2u);
  ASSERT_EQ(candidates.best.size(), 2u);
  EXPECT_EQ(candidates.best[0].document, 7u);
  EXPECT_EQ(candidates.best[0].queries, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(candidates.best[0].common, 1u);
  EXPECT_EQ(candidates.best[1].queries, (std::vector<std::uint32_t>{2}));
}

}  // namespace
}  // namespace whorl::internal::registry
