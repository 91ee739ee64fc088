// The documents that share most with a query, beside sums over all of them.
#include "registry/candidates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "registry/evidence.h"

namespace whorl::internal::registry {
namespace {

// As many documents as there are numbers, of which some lie far from the others.
std::vector<std::uint32_t> some_documents(std::size_t count, std::mt19937& random) {
  std::set<std::uint32_t> documents;
  for (std::size_t i = 0; i < count; ++i) {
    documents.insert(random() % 7 == 0 ? random() : random() % 5000);
  }
  return {documents.begin(), documents.end()};
}

TEST(Evidence, IsTheSumOfAllDocumentsPlainly) {
  std::mt19937 random(1);
  for (const auto& [limit, fewest] :
       {std::pair{1, 1}, {3, 2}, {10, 1}, {100'000, 1}, {100'000, 3}}) {
    std::vector<std::vector<std::uint32_t>> documents;
    std::vector<WeighedDocuments> lists;
    for (int i = 0; i < 40; ++i) documents.push_back(some_documents(random() % 300, random));
    std::map<std::uint32_t, float> sums;
    std::map<std::uint32_t, std::set<std::uint32_t>> hashes;
    for (const auto& list : documents) {
      const auto weight = static_cast<float>(1 + random() % 4);  // so that sums are equal
      const auto hash = static_cast<std::uint32_t>(lists.size());
      lists.push_back({list, weight, hash});
      for (const std::uint32_t document : list) {
        sums[document] += weight;
        hashes[document].insert(hash);
      }
    }
    const std::size_t all = sums.size();
    std::set<std::uint32_t> counted;
    for (const auto& [document, some] : hashes) {
      if (some.size() < static_cast<std::size_t>(fewest)) {
        sums.erase(document);
      } else {
        counted.insert(some.begin(), some.end());
      }
    }
    std::vector<std::pair<float, std::uint32_t>> expected;
    for (const auto& [document, sum] : sums) expected.emplace_back(-sum, document);
    std::ranges::sort(expected);
    expected.resize(std::min<std::size_t>(limit, expected.size()));
    const MostEvidence most = most_evidence(lists, limit, fewest);
    EXPECT_EQ(most.documents, sums.size());
    EXPECT_EQ(most.hidden, all - sums.size());
    EXPECT_THAT(most.hashes, testing::ElementsAreArray(counted));
    std::vector<std::pair<float, std::uint32_t>> found;
    for (const DocumentEvidence& one : most.best) found.emplace_back(-one.sum, one.document);
    EXPECT_EQ(found, expected);
  }
}

TEST(Evidence, OfNothingIsNone) {
  EXPECT_TRUE(most_evidence({}, 10).best.empty());
  const std::vector<std::uint32_t> one = {4'294'967'295};
  EXPECT_TRUE(most_evidence({{one, 1}}, 0).best.empty());
  EXPECT_EQ(most_evidence({{one, 1}}, 0).documents, 1u);
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
