// Stores that grow: adding documents and merging give what one run over all gives.
#include <gtest/gtest.h>

#include <algorithm>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "stop_after.h"
#include "themed.h"
#include "whorl/cluster.h"

namespace whorl::internal::cluster {
namespace {

class GrowingStore : public testing::TestWithParam<const char*> {
 protected:
  GrowingStore() {
    folder_.write("a.jsonl", test::joined(test::themed_lines(250, 1, "a")));
    folder_.write("b.jsonl", test::joined(test::themed_lines(900, 2, "b")));
    // c contains copies of some of a, so that its documents collapse into those.
    auto copies = test::themed_lines(120, 1, "c");
    const auto own = test::themed_lines(80, 3, "d");
    copies.insert(copies.end(), own.begin(), own.end());
    folder_.write("c.jsonl", test::joined(copies));
  }

  ClusterOptions options(const std::string& store, std::vector<std::string> inputs) const {
    ClusterOptions o;
    for (const auto& input : inputs) o.input.inputs.push_back(folder_.path(input));
    o.store = folder_.path(store);
    o.shingling.shingle = 3;
    o.shingling.sketch = GetParam();
    o.thresholds.containment = 0.9;
    o.thresholds.linkage = Linkage::survivor;
    o.write_pairs = true;
    o.limits.memory = 32 << 20;
    o.positions = true;
    return o;
  }

  // Only what belongs to adding: the method is the store's.
  ClusterOptions adding(const std::string& store, const std::string& input) const {
    ClusterOptions o;
    o.input.inputs = {folder_.path(input)};
    o.store = folder_.path(store);
    o.write_pairs = true;
    return o;
  }

  void expect_same_stores(const std::string& one, const std::string& other) const {
    for (const char* file : {"documents.bin", "names.bin", "sketches.bin", "shingles.bin",
                             "positions.bin", "position-ends.bin", "index.bin", "pairs.bin",
                             "lookup.bin", "clusters.bin", "clusters.jsonl"}) {
      EXPECT_EQ(test::contents_of(folder_ / one, file), test::contents_of(folder_ / other, file))
          << file;
    }
  }

  test::TempFolder folder_{"grow"};
  NoProgress quiet_;
};

TEST_P(GrowingStore, IsTheSameAsOneRunOverAll) {
  ASSERT_TRUE(whorl::cluster(options("whole", {"a.jsonl", "b.jsonl", "c.jsonl"}), quiet_));
  ASSERT_TRUE(whorl::cluster(options("parts", {"a.jsonl"}), quiet_));
  for (const char* input : {"b.jsonl", "c.jsonl"}) {
    const auto added = cluster_into(adding("parts", input), quiet_);
    ASSERT_TRUE(added) << added.error().message;
  }
  expect_same_stores("whole", "parts");
  EXPECT_EQ(folder_.read("whole/pairs.tsv"), folder_.read("parts/pairs.tsv"));
}

// What is common is counted over all documents anew.
TEST_P(GrowingStore, LeavesOutWhatIsCommonInAllOfIt) {
  ClusterOptions whole = options("whole", {"a.jsonl", "b.jsonl"});
  ClusterOptions part = options("parts", {"a.jsonl"});
  whole.join.common = part.join.common = 20;
  whole.positions = part.positions = false;
  ASSERT_TRUE(whorl::cluster(whole, quiet_));
  ASSERT_TRUE(whorl::cluster(part, quiet_));
  ASSERT_TRUE(cluster_into(adding("parts", "b.jsonl"), quiet_));
  EXPECT_EQ(test::contents_of(folder_ / "whole", "common.bin"),
            test::contents_of(folder_ / "parts", "common.bin"));
  EXPECT_EQ(folder_.read("whole/pairs.tsv"), folder_.read("parts/pairs.tsv"));
}

// pairs.tsv is rewritten even without --write-pairs, so that an existing file is never out of date.
TEST_P(GrowingStore, KeepsItsListOfPairsUpToDate) {
  ASSERT_TRUE(whorl::cluster(options("whole", {"a.jsonl", "c.jsonl"}), quiet_));
  ASSERT_TRUE(whorl::cluster(options("parts", {"a.jsonl"}), quiet_));
  ClusterOptions add = adding("parts", "c.jsonl");
  add.write_pairs = false;
  ASSERT_TRUE(cluster_into(add, quiet_));
  EXPECT_EQ(folder_.read("whole/pairs.tsv"), folder_.read("parts/pairs.tsv"));
  EXPECT_NE(folder_.read("parts/pairs.tsv").find("\tidentical\n"), std::string::npos);
}

TEST_P(GrowingStore, GoesOnWhereAddingWasStopped) {
  ASSERT_TRUE(whorl::cluster(options("whole", {"a.jsonl", "b.jsonl"}), quiet_));
  ASSERT_TRUE(whorl::cluster(options("parts", {"a.jsonl"}), quiet_));
  for (std::uint64_t steps : {1, 600, 1000}) {
    test::StopAfter stop(steps);
    const auto stopped = cluster_into(adding("parts", "b.jsonl"), stop);
    if (!stopped) {
      EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
    }
  }
  ASSERT_TRUE(cluster_into(adding("parts", "b.jsonl"), quiet_));
  expect_same_stores("whole", "parts");
  // Once more adds nothing.
  ASSERT_TRUE(cluster_into(adding("parts", "b.jsonl"), quiet_));
  expect_same_stores("whole", "parts");
}

TEST_P(GrowingStore, MergedIsTheSameAsOneRunOverAll) {
  ASSERT_TRUE(whorl::cluster(options("whole", {"a.jsonl", "b.jsonl", "c.jsonl"}), quiet_));
  std::vector<std::string> stores;
  for (const std::string name : {"a", "b", "c"}) {
    ASSERT_TRUE(whorl::cluster(options(name, {name + ".jsonl"}), quiet_));
    stores.push_back(folder_.path(name));
  }
  const auto merged = merge({stores, folder_.path("merged")}, quiet_);
  ASSERT_TRUE(merged) << merged.error().message;
  expect_same_stores("whole", "merged");
}

TEST_P(GrowingStore, RefusesWhatDoesNotFit) {
  ASSERT_TRUE(whorl::cluster(options("a", {"a.jsonl"}), quiet_));
  ClusterOptions other = options("b", {"b.jsonl"});
  other.shingling.shingle = 4;
  ASSERT_TRUE(whorl::cluster(other, quiet_));
  const auto merged = merge({{folder_.path("a"), folder_.path("b")}, folder_.path("ab")}, quiet_);
  ASSERT_FALSE(merged);
  EXPECT_NE(merged.error().message.find("shingle"), std::string::npos);
  ClusterOptions wrong = adding("a", "b.jsonl");
  wrong.shingling.shingle = 4;
  const auto refused = cluster_into(wrong, quiet_);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("shingle = 3, not 4"), std::string::npos);
  EXPECT_FALSE(cluster_into(adding("a", "a.jsonl"), quiet_));
  EXPECT_FALSE(cluster_into(adding("nowhere", "a.jsonl"), quiet_));
  const auto itself = merge({{folder_.path("a"), folder_.path("a")}, folder_.path("a")}, quiet_);
  ASSERT_FALSE(itself);
  EXPECT_NE(itself.error().message.find("into itself"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Sketches, GrowingStore, testing::Values("all", "mod:25"));

}  // namespace
}  // namespace whorl::internal::cluster
