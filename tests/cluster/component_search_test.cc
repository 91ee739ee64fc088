// `--pairs linked` finds the clusters of the exact search without finding every pair.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "base/spill_folder.h"
#include "jobs/collection/cluster/micro_clusters.h"
#include "jobs/collection/join/join_method.h"
#include "near_copies.h"
#include "stores_by_pairs.h"
#include "themed.h"
#include "whorl/cluster.h"

namespace whorl::internal::cluster {
namespace {

using Case = test::PairsCase;

class LinkedClusters : public test::StoresByPairs {
 protected:
  LinkedClusters() : StoresByPairs("linked", "links.bin", Linkage::single) {}
};

TEST_P(LinkedClusters, AreThoseOfAllPairs) { expect_those_of_all_pairs(); }

TEST_P(LinkedClusters, AreTheSameAtAnyMemoryLimitAndThreadCount) {
  expect_the_same_within(8 << 20);
}

TEST_P(LinkedClusters, GrowAndMergeAsOneRunOverAll) {
  expect_the_same_where_stores_grow_and_merge();
}

INSTANTIATE_TEST_SUITE_P(Rules, LinkedClusters,
                         testing::Values(Case{"all", 0.2, 0}, Case{"all", 0.5, 0},
                                         Case{"all", 0.8, 0}, Case{"all", 0.95, 0},
                                         Case{"all", 0, 0.9}, Case{"all", 0.7, 0.9},
                                         Case{"mod:25", 0.5, 0}, Case{"mod:4", 0.8, 0},
                                         Case{"vi", 0.5, 0}, Case{"mod:25", 0, 0.9},
                                         Case{"mod:4", 0.7, 0.8}, Case{"vi", 0.5, 0.9}));

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
  links[3] = 1;  // the link of the first document, to a later one
  test::rewrite(folder_ / "store", "links.bin", links);
  EXPECT_EQ(recluster(folder_.path("store"), {}, quiet_).error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace whorl::internal::cluster
