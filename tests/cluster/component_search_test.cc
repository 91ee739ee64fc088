// `--pairs linked`: the clusters of the exact search, without every pair.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "base/spill_folder.h"
#include "cluster/micro_clusters.h"
#include "join/join_method.h"
#include "themed.h"
#include "whorl/cluster.h"

namespace whorl::internal::cluster {
namespace {

struct Case {
  const char* sketch;
  double resemblance;
  double containment;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.sketch << " r " << c.resemblance << " c " << c.containment;
}

// Near copies of texts that are alike to all degrees; some of many words, so that sketches are of
// several moduli.
std::vector<std::string> copied_lines(std::size_t pages, unsigned copies, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::string> lines;
  for (std::size_t page = 0; page < pages; ++page) {
    const unsigned theme = random() % (pages / 6);
    const unsigned words = 30 + random() % (page % 5 == 0 ? 3000 : 250);
    const unsigned own = std::array{0u, 2u, 5u, 12u}[random() % 4];  // percent of words
    std::vector<std::string> text;
    for (unsigned w = 0; w < words; ++w) {
      const bool changed = random() % 100 < own;
      text.push_back("w" + std::to_string(changed ? random() : theme * 10000 + w));
    }
    for (unsigned copy = 0; copy < copies; ++copy) {
      std::string line =
          "{\"id\":\"" + std::to_string(copy) + "/" + std::to_string(page) + "\",\"text\":\"";
      for (const std::string& word : text) {
        line += (random() % 250 == 0 ? "x" + std::to_string(random()) : word) + " ";
      }
      lines.push_back(line + "\"}");
    }
  }
  std::ranges::shuffle(lines, random);
  return lines;
}

class LinkedClusters : public testing::TestWithParam<Case> {
 protected:
  ClusterOptions options(const std::string& pairs, const std::string& input,
                         const std::string& store) const {
    ClusterOptions o;
    o.input.inputs = {folder_.path(input)};
    o.store = folder_.path(store);
    o.shingling.shingle = 3;
    o.shingling.sketch = GetParam().sketch;
    o.join.pairs = pairs;
    o.thresholds.resemblance = GetParam().resemblance;
    o.thresholds.containment = GetParam().containment;
    return o;
  }

  void expect_same_clusters(const std::string& input) {
    for (const char* pairs : {"exact", "linked"}) {
      const auto done = whorl::cluster(options(pairs, input, input + pairs), quiet_);
      ASSERT_TRUE(done) << done.error().message;
      EXPECT_GT(done->clusters, 0u);
    }
    for (const char* file : {"clusters.jsonl", "clusters.bin"}) {
      EXPECT_EQ(test::contents_of(folder_ / (input + "exact"), file),
                test::contents_of(folder_ / (input + "linked"), file));
    }
  }

  test::TempFolder folder_{"links"};
  NoProgress quiet_;
};

TEST_P(LinkedClusters, AreThoseOfAllPairs) {
  folder_.write("copies.jsonl", test::joined(copied_lines(150, 8, 1)));
  expect_same_clusters("copies.jsonl");
  folder_.write("themes.jsonl", test::joined(test::themed_lines(900, 2, "t")));
  expect_same_clusters("themes.jsonl");
}

TEST_P(LinkedClusters, AreTheSameAtAnyMemoryLimitAndThreadCount) {
  folder_.write("copies.jsonl", test::joined(copied_lines(120, 6, 3)));
  ASSERT_TRUE(whorl::cluster(options("linked", "copies.jsonl", "one"), quiet_));
  for (const auto& [memory, threads] : {std::pair{8u << 20, 1u}, std::pair{64u << 20, 3u}}) {
    ClusterOptions o = options("linked", "copies.jsonl", "two" + std::to_string(threads));
    o.limits.memory = memory;
    o.limits.threads = threads;
    ASSERT_TRUE(whorl::cluster(o, quiet_));
    for (const char* file : {"links.bin", "clusters.jsonl"}) {
      EXPECT_EQ(test::contents_of(folder_ / "one", file),
                test::contents_of(folder_ / ("two" + std::to_string(threads)), file));
    }
  }
}

TEST_P(LinkedClusters, GrowAndMergeAsOneRunOverAll) {
  auto lines = copied_lines(100, 6, 5);
  folder_.write("all.jsonl", test::joined(lines));
  const auto half = lines.begin() + static_cast<std::ptrdiff_t>(lines.size() / 2);
  folder_.write("a.jsonl", test::joined({lines.begin(), half}));
  folder_.write("b.jsonl", test::joined({half, lines.end()}));
  ASSERT_TRUE(whorl::cluster(options("linked", "all.jsonl", "all"), quiet_));
  ASSERT_TRUE(whorl::cluster(options("linked", "a.jsonl", "a"), quiet_));
  ASSERT_TRUE(whorl::cluster(options("linked", "b.jsonl", "b"), quiet_));
  MergeOptions merging;
  merging.stores = {folder_.path("a"), folder_.path("b")};
  merging.output = folder_.path("merged");
  const auto merged = merge(merging, quiet_);
  ASSERT_TRUE(merged) << merged.error().message;
  ClusterOptions adding;
  adding.input.inputs = {folder_.path("b.jsonl")};
  adding.store = folder_.path("a");
  const auto added = cluster_into(adding, quiet_);
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_EQ(folder_.read("all/clusters.jsonl"), folder_.read("merged/clusters.jsonl"));
  EXPECT_EQ(folder_.read("all/clusters.jsonl"), folder_.read("a/clusters.jsonl"));
}

INSTANTIATE_TEST_SUITE_P(Rules, LinkedClusters,
                         testing::Values(Case{"all", 0.2, 0}, Case{"all", 0.5, 0},
                                         Case{"all", 0.8, 0}, Case{"all", 0.95, 0},
                                         Case{"all", 0, 0.9}, Case{"all", 0.7, 0.9},
                                         Case{"mod:25", 0.5, 0}, Case{"mod:4", 0.8, 0},
                                         Case{"vi", 0.5, 0}));

class LinkedStore : public testing::Test {
 protected:
  LinkedStore() { folder_.write("in.jsonl", test::joined(test::themed_lines(200, 1, "t"))); }

  ClusterOptions options() const {
    ClusterOptions o;
    o.input.inputs = {folder_.path("in.jsonl")};
    o.store = folder_.path("store");
    o.shingling.shingle = 3;
    o.join.pairs = "linked";
    return o;
  }

  test::TempFolder folder_{"links"};
  NoProgress quiet_;
};

TEST_F(LinkedStore, ReclustersWithAnotherSurvivorAndRefusesWhatItDoesNotKnow) {
  ASSERT_TRUE(whorl::cluster(options(), quiet_));
  ClusterThresholds other;
  other.survivor = SurvivorChoice::first;
  EXPECT_TRUE(recluster(folder_.path("store"), other, quiet_));
  for (const bool linkage : {false, true}) {
    ClusterThresholds refused;
    if (linkage) refused.linkage = Linkage::survivor;
    if (!linkage) refused.resemblance = 0.8;
    const auto done = recluster(folder_.path("store"), refused, quiet_);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::invalid_argument);
    EXPECT_NE(done.error().message.find("--pairs linked"), std::string::npos);
  }
}

TEST_F(LinkedStore, IsNotMadeWhereEveryPairIsNeeded) {
  const auto refused = [&](auto change) {
    ClusterOptions o = options();
    change(o);
    const auto done = whorl::cluster(o, quiet_);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::invalid_argument);
    EXPECT_NE(done.error().message.find("--pairs linked"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder_.path("store")));
  };
  refused([](ClusterOptions& o) { o.write_pairs = true; });
  refused([](ClusterOptions& o) { o.audit = 10; });
  refused([](ClusterOptions& o) { o.thresholds.linkage = Linkage::survivor; });
  refused([](ClusterOptions& o) { o.join.keep_from = 0.3; });
  refused([](ClusterOptions& o) { o.shingling.sketch = "min:100"; });
}

TEST_F(LinkedStore, NoticesDamagedLinks) {
  ASSERT_TRUE(whorl::cluster(options(), quiet_));
  std::string links = test::contents_of(folder_ / "store", "links.bin");
  ASSERT_EQ(links.size(), 200 * sizeof(store::DocId));
  test::rewrite(folder_ / "store", "links.bin", links.substr(1));
  EXPECT_EQ(recluster(folder_.path("store"), {}, quiet_).error().code, ErrorCode::corrupt);
  links[3] = 1;  // of the first document: after it
  test::rewrite(folder_ / "store", "links.bin", links);
  EXPECT_EQ(recluster(folder_.path("store"), {}, quiet_).error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace whorl::internal::cluster
