// `--pairs survivors`: who survives by all pairs, without every pair.
#include "jobs/collection/cluster/survivor_search.h"

#include <gtest/gtest.h>

#include <set>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "near_copies.h"
#include "stores_by_pairs.h"
#include "themed.h"
#include "whorl/cluster.h"
#include "whorl/dedup.h"

namespace whorl::internal::cluster {
namespace {

using Case = test::PairsCase;

class SurvivorStores : public test::StoresByPairs {
 protected:
  SurvivorStores() : StoresByPairs("survivors", "survivors.bin", Linkage::survivor) {}
};

TEST_P(SurvivorStores, AreThoseOfAllPairs) { expect_those_of_all_pairs(); }

TEST_P(SurvivorStores, CountNoMoreThanAllPairs) {
  folder_.write("copies.jsonl", test::joined(test::copied_lines(60, 8, 1)));
  EXPECT_LE(counted("survivors", "copies.jsonl"), counted("exact", "copies.jsonl"));
}

TEST_P(SurvivorStores, AreTheSameAtAnyMemoryLimitAndThreadCount) {
  expect_the_same_within(96 << 10);
}

TEST_P(SurvivorStores, GrowAndMergeAsOneRunOverAll) {
  expect_the_same_where_stores_grow_and_merge();
}

INSTANTIATE_TEST_SUITE_P(
    Rules, SurvivorStores,
    testing::Values(Case{"all", 0.2, 0}, Case{"all", 0.5, 0},
                    Case{"all", 0.8, 0, SurvivorChoice::first}, Case{"all", 0.95, 0},
                    Case{"all", 0, 0.9}, Case{"all", 0.7, 0.9}, Case{"mod:25", 0.5, 0},
                    Case{"mod:4", 0.8, 0, SurvivorChoice::first}, Case{"vi", 0.5, 0},
                    Case{"min:100", 0.6, 0}, Case{"mod:25", 0, 0.9}, Case{"mod:4", 0.7, 0.8},
                    Case{"vi", 0.5, 0.9}, Case{"mod:4", 0.6, 0, SurvivorChoice::longest, false}));

class SurvivorStore : public testing::Test {
 protected:
  SurvivorStore() { folder_.write("in.jsonl", test::joined(test::themed_lines(200, 1, "t"))); }

  ClusterOptions options() const {
    ClusterOptions o;
    o.input.inputs = {folder_.path("in.jsonl")};
    o.store = folder_.path("store");
    o.shingling.shingle = 3;
    o.join.pairs = "survivors";
    o.thresholds.linkage = Linkage::survivor;
    return o;
  }

  test::TempFolder folder_{"survivor-store"};
  NoProgress quiet_;
};

TEST_F(SurvivorStore, ReclustersByItsOwnRuleAlone) {
  ASSERT_TRUE(whorl::cluster(options(), quiet_));
  const ClusterThresholds own = options().thresholds;
  EXPECT_TRUE(recluster(folder_.path("store"), own, quiet_));
  const auto refused = [&](auto change) {
    ClusterThresholds other = own;
    change(other);
    const auto done = recluster(folder_.path("store"), other, quiet_);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::invalid_argument);
    EXPECT_NE(done.error().message.find("--pairs survivors"), std::string::npos);
  };
  refused([](ClusterThresholds& t) { t.linkage = Linkage::single; });
  refused([](ClusterThresholds& t) { t.resemblance = 0.8; });
  refused([](ClusterThresholds& t) { t.containment = 0.8; });
  refused([](ClusterThresholds& t) { t.survivor = SurvivorChoice::first; });
}

TEST_F(SurvivorStore, IsNotMadeWhereEveryPairIsNeeded) {
  const auto refused = [&](auto change) {
    ClusterOptions o = options();
    change(o);
    const auto done = whorl::cluster(o, quiet_);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::invalid_argument);
    EXPECT_NE(done.error().message.find("--pairs survivors"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder_.path("store")));
  };
  refused([](ClusterOptions& o) { o.write_pairs = true; });
  refused([](ClusterOptions& o) { o.audit = 10; });
  refused([](ClusterOptions& o) { o.thresholds.linkage = Linkage::single; });
  refused([](ClusterOptions& o) { o.join.keep_from = 0.3; });
}

TEST_F(SurvivorStore, NoticesDamagedSurvivors) {
  ASSERT_TRUE(whorl::cluster(options(), quiet_));
  const std::string kept = test::contents_of(folder_ / "store", "survivors.bin");
  ASSERT_EQ(kept.size(), 200 * sizeof(store::DocId));
  test::rewrite(folder_ / "store", "survivors.bin", kept.substr(1));
  const ClusterThresholds own = options().thresholds;
  EXPECT_EQ(recluster(folder_.path("store"), own, quiet_).error().code, ErrorCode::corrupt);
  std::string beyond = kept;
  beyond[1] = 1;  // document 256
  test::rewrite(folder_ / "store", "survivors.bin", beyond);
  EXPECT_EQ(recluster(folder_.path("store"), own, quiet_).error().code, ErrorCode::corrupt);
}

// n copies are n² / 2 pairs.
TEST_F(SurvivorStore, NearCopiesAreCountedAFewTimesEach) {
  std::string lines;
  for (int copy = 0; copy < 600; ++copy) {
    lines += "{\"id\":\"" + std::to_string(copy) + "\",\"text\":\"";
    for (int word = 0; word < 60; ++word) {
      lines += (word == copy % 60 ? "x" + std::to_string(copy) : "w" + std::to_string(word)) + " ";
    }
    lines += "\"}\n";
  }
  folder_.write("in.jsonl", lines);
  const auto done = whorl::cluster(options(), quiet_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->clusters, 1u);
  EXPECT_FALSE(done->pairs);
  EXPECT_LE(done->candidates, 4 * done->documents);
}

// dedup makes the same store, and can continue from it.
TEST_F(SurvivorStore, IsWhatDedupKeeps) {
  const auto dedup_to = [&](const std::string& name, auto change) {
    DedupOptions o;
    o.cluster = options();
    o.cluster.join.pairs = {};
    o.cluster.store = folder_.path(name + ".store");
    o.output = folder_.path(name + ".jsonl");
    change(o);
    const auto done = dedup(o, quiet_);
    EXPECT_TRUE(done) << done.error().message;
    return folder_.read(name + ".jsonl");
  };
  const std::string all =
      dedup_to("exact", [](DedupOptions& o) { o.cluster.join.pairs = "exact"; });
  EXPECT_EQ(all, dedup_to("own", [](DedupOptions&) {}));
  EXPECT_FALSE(test::contents_of(folder_ / "own.store", "survivors.bin").empty());
  EXPECT_FALSE(test::contents_of(folder_ / "exact.store", "pairs.bin").empty());
  const std::string others =
      dedup_to("other", [&](DedupOptions& o) { o.against = {folder_.path("own.store")}; });
  EXPECT_EQ(others,
            dedup_to("third", [&](DedupOptions& o) { o.against = {folder_.path("exact.store")}; }));
}

}  // namespace
}  // namespace whorl::internal::cluster
