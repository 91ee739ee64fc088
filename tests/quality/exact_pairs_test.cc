// On real collections the search finds exactly the pairs that counting all pairs finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "../temp_folder.h"
#include "quality/labelled_data.h"
#include "real_collection.h"
#include "whorl/cluster.h"

namespace whorl::quality {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kShingle = 5;

struct Thresholds {
  double resemblance;
  double containment;
};
constexpr Thresholds kThresholds[] = {{.2, 0}, {.5, 0}, {.8, 0}, {.95, 0}, {0, .9}};

using Pairs = std::set<std::pair<std::size_t, std::size_t>>;

class ExactPairs : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto folder = data_.folder(GetParam());
    if (!folder) GTEST_SKIP() << absence(GetParam());
    set_ = *folder;
  }

  ClusterOptions options(const std::string& files, const Thresholds& thresholds) const {
    ClusterOptions o;
    o.input.inputs = {(set_ / files).string()};
    o.store = out_.path("store");
    o.shingling.shingle = kShingle;
    o.shingling.letters_below = 0;
    o.thresholds.resemblance = thresholds.resemblance;
    o.thresholds.containment = thresholds.containment;
    o.write_pairs = true;
    return o;
  }

  // The names in pairs.tsv after a new run.
  std::vector<std::pair<std::string, std::string>> found(const ClusterOptions& options) {
    fs::remove_all(options.store);
    const auto summary = cluster(options, quiet_);
    EXPECT_TRUE(summary) << summary.error().message;
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const Row& row : read_table(out_ / "store/pairs.tsv")) pairs.emplace_back(row[0], row[1]);
    return pairs;
  }

  LabelledData data_;
  fs::path set_;
  test::TempFolder out_{"exact-pairs"};
  NoProgress quiet_;
};

// The search treats documents with equal sets as one: the one with the lowest number.
std::vector<std::size_t> firsts_of_equals(const RealCollection& collection) {
  std::map<internal::sketch::ShingleSet, std::size_t> first;
  std::vector<std::size_t> firsts;
  for (std::size_t d = 0; d < collection.size(); ++d) {
    firsts.push_back(first.emplace(collection.sets[d], d).first->second);
  }
  return firsts;
}

Pairs counted_pairs(const RealCollection& collection, const SharedCounts& shared,
                    const std::vector<std::size_t>& firsts, const Thresholds& thresholds) {
  Pairs pairs;
  for (std::size_t a = 0; a < collection.size(); ++a) {
    for (std::size_t b = a + 1; b < collection.size(); ++b) {
      const double both = shared.of(a, b);
      if (both == 0 || firsts[a] != a || firsts[b] != b) continue;
      const auto of_a = static_cast<double>(collection.sets[a].size());
      const auto of_b = static_cast<double>(collection.sets[b].size());
      const double resemblance = both / (of_a + of_b - both);
      const double containment = both / std::min(of_a, of_b);
      const auto over = [](double value, double least) { return least > 0 && value >= least; };
      if (over(resemblance, thresholds.resemblance) || over(containment, thresholds.containment)) {
        pairs.emplace(a, b);
      }
    }
  }
  return pairs;
}

TEST_P(ExactPairs, AreThoseThatCountingAllPairsFinds) {
  const fs::path files = set_ / "files";
  const RealCollection collection = RealCollection::read(files, files_below(files), kShingle);
  const SharedCounts shared(collection.sets);
  const std::vector<std::size_t> firsts = firsts_of_equals(collection);
  for (const Thresholds& thresholds : kThresholds) {
    ClusterOptions exact = options("files", thresholds);
    exact.shingling.sketch = "all";
    Pairs pairs;
    for (const auto& [a, b] : found(exact)) {
      const auto pair = std::minmax({firsts[collection.number(a)], firsts[collection.number(b)]});
      if (pair.first != pair.second) pairs.insert(pair);
    }
    EXPECT_EQ(pairs, counted_pairs(collection, shared, firsts, thresholds))
        << "resemblance " << thresholds.resemblance << ", containment " << thresholds.containment;
    EXPECT_FALSE(pairs.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, ExactPairs,
                         testing::Values("jest-docs", "kafka-html", "licences", "minhash-articles"),
                         [](const auto& set) {
                           std::string name = set.param;
                           std::erase(name, '-');
                           return name;
                         });

class PlantedCopies : public ExactPairs {};

TEST_P(PlantedCopies, ComeOutAlone) {
  for (const std::string subset : {"100", "1000", "2500"}) {
    std::set<std::pair<std::string, std::string>> planted;
    for (const Row& row : read_table(set_ / "pairs.tsv")) {
      if (row[3] == subset) planted.insert(std::minmax(row[0], row[1]));
    }
    ASSERT_FALSE(planted.empty());
    ClusterOptions exact = options("files/" + subset, {.5, 0});
    exact.shingling.sketch = "all";
    std::set<std::pair<std::string, std::string>> alike;
    for (const auto& [a, b] : found(exact)) {
      alike.insert(std::minmax(subset + "/" + a, subset + "/" + b));
    }
    EXPECT_EQ(alike, planted);
  }
}

INSTANTIATE_TEST_SUITE_P(Articles, PlantedCopies, testing::Values("minhash-articles"));

class DefaultCommand : public ExactPairs {};

TEST_P(DefaultCommand, MissesFewPairsAndAddsNone) {
  ClusterOptions as_usual;
  as_usual.input.inputs = {(set_ / "files").string()};
  as_usual.store = out_.path("store");
  as_usual.audit = 1'000'000;  // all pairs
  const auto summary = cluster(as_usual, quiet_);
  ASSERT_TRUE(summary) << summary.error().message;
  const ClusterAudit& audit = *summary->audit;
  std::cout << GetParam() << ": " << audit.right << " of " << audit.truth << " pairs, recall "
            << audit.recall.value << ", precision " << audit.precision.value << "\n";
  EXPECT_GT(audit.truth, 1000u);
  EXPECT_GE(audit.recall.value, .99);
  EXPECT_EQ(audit.precision.value, 1);
}

INSTANTIATE_TEST_SUITE_P(Pages, DefaultCommand, testing::Values("kafka-html"));

}  // namespace
}  // namespace whorl::quality
