// Compares stores whose `--pairs` finds only the pairs that clusters need with stores that have
// every pair.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <utility>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "near_copies.h"
#include "themed.h"
#include "whorl/cluster.h"

namespace whorl::test {

struct PairsCase {
  const char* sketch;
  double resemblance;
  double containment;
  SurvivorChoice survivor = SurvivorChoice::longest;
  bool verify = true;
};

inline void PrintTo(const PairsCase& c, std::ostream* out) {
  *out << c.sketch << " r " << c.resemblance << " c " << c.containment << " survivor "
       << static_cast<int>(c.survivor);
}

class StoresByPairs : public testing::TestWithParam<PairsCase> {
 protected:
  // `pairs` is compared with "exact"; `file` is what a store made with it keeps.
  StoresByPairs(std::string pairs, std::string file, Linkage linkage)
      : pairs_(std::move(pairs)), file_(std::move(file)), linkage_(linkage) {}

  ClusterOptions options(const std::string& pairs, const std::string& input,
                         const std::string& store) const {
    ClusterOptions o;
    o.input.inputs = {folder_.path(input)};
    o.store = folder_.path(store);
    o.shingling.shingle = 3;
    o.shingling.sketch = GetParam().sketch;
    o.join.pairs = pairs;
    o.join.verify = GetParam().verify;
    o.thresholds.resemblance = GetParam().resemblance;
    o.thresholds.containment = GetParam().containment;
    o.thresholds.survivor = GetParam().survivor;
    o.thresholds.linkage = linkage_;
    return o;
  }

  void expect_same(const std::string& one, const std::string& other, const std::string& file) {
    EXPECT_EQ(contents_of(folder_ / one, file), contents_of(folder_ / other, file)) << file;
  }

  // The number of pairs that were counted.
  std::uint64_t counted(const std::string& pairs, const std::string& input) {
    const auto done = whorl::cluster(options(pairs, input, input + pairs), quiet_);
    EXPECT_TRUE(done) << done.error().message;
    if (!done) return 0;
    EXPECT_GT(done->clusters, 0u);
    return done->candidates;
  }

  void expect_those_of_all_pairs(const std::string& input) {
    counted("exact", input);
    counted(pairs_, input);
    expect_same(input + "exact", input + pairs_, "clusters.jsonl");
    expect_same(input + "exact", input + pairs_, "clusters.bin");
  }

  void expect_those_of_all_pairs() {
    folder_.write("copies.jsonl", joined(copied_lines(150, 8, 1)));
    expect_those_of_all_pairs("copies.jsonl");
    folder_.write("themes.jsonl", joined(themed_lines(900, 2, "t")));
    expect_those_of_all_pairs("themes.jsonl");
  }

  void expect_the_same_within(std::uint64_t memory) {
    folder_.write("copies.jsonl", joined(copied_lines(120, 6, 3)));
    ASSERT_TRUE(whorl::cluster(options(pairs_, "copies.jsonl", "one"), quiet_));
    for (const auto& [limit, threads] :
         {std::pair{memory, 1u}, std::pair{std::uint64_t{64} << 20, 3u}}) {
      const std::string store = "two" + std::to_string(threads);
      ClusterOptions o = options(pairs_, "copies.jsonl", store);
      o.limits.memory = limit;
      o.limits.threads = threads;
      const auto done = whorl::cluster(o, quiet_);
      ASSERT_TRUE(done) << done.error().message;
      ASSERT_EQ(done->documents, 720u);
      expect_same("one", store, file_);
      expect_same("one", store, "clusters.jsonl");
    }
  }

  void expect_the_same_where_stores_grow_and_merge() {
    auto lines = copied_lines(60, 6, 5);
    folder_.write("all.jsonl", joined(lines));
    const auto half = lines.begin() + static_cast<std::ptrdiff_t>(lines.size() / 2);
    folder_.write("a.jsonl", joined({lines.begin(), half}));
    folder_.write("b.jsonl", joined({half, lines.end()}));
    for (const std::string name : {"all", "a", "b"}) {
      ASSERT_TRUE(whorl::cluster(options(pairs_, name + ".jsonl", name), quiet_));
    }
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

  TempFolder folder_{"stores-by-pairs"};
  NoProgress quiet_;

 private:
  std::string pairs_;
  std::string file_;
  Linkage linkage_;
};

}  // namespace whorl::test
