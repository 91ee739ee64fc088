// Input that is refused before anything is written, and the error messages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "../temp_folder.h"
#include "themed.h"
#include "whorl/dedup.h"
#include "whorl/store.h"

namespace whorl {
namespace {

using testing::HasSubstr;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class BadInput : public testing::Test {
 protected:
  BadInput() { folder_.write("in.jsonl", test::joined(test::themed_lines(30, 3, "d"))); }

  ClusterOptions good() const {
    ClusterOptions o;
    o.input.inputs = {folder_.path("in.jsonl")};
    o.store = folder_.path("store");
    return o;
  }

  template <class Change>
  std::string refusal(Change change) {
    ClusterOptions o = good();
    change(o);
    const auto made = cluster(o, quiet_);
    EXPECT_FALSE(std::filesystem::exists(folder_.path("store")));
    if (made) return "";
    EXPECT_EQ(made.error().code, ErrorCode::invalid_argument);
    return made.error().message;
  }

  test::TempFolder folder_{"bad"};
  NoProgress quiet_;
};

TEST_F(BadInput, OfThresholds) {
  for (const double x : {kNaN, -0.1, 1.1, std::numeric_limits<double>::infinity()}) {
    EXPECT_THAT(refusal([&](auto& o) { o.thresholds.resemblance = x; }), HasSubstr("from 0 to 1"));
    EXPECT_THAT(refusal([&](auto& o) { o.thresholds.containment = x; }), HasSubstr("from 0 to 1"));
    EXPECT_THAT(refusal([&](auto& o) { o.join.keep_from = x; }), HasSubstr("from 0 to 1"));
  }
  EXPECT_THAT(refusal([](auto& o) { o.thresholds.resemblance = 0; }),
              HasSubstr("give a threshold"));
  EXPECT_THAT(refusal([](auto& o) { o.thresholds.survivor = SurvivorChoice::field; }),
              HasSubstr("name the field"));
}

TEST_F(BadInput, OfMethods) {
  EXPECT_THAT(refusal([](auto& o) { o.shingling.shingle = 0; }), HasSubstr("at least one symbol"));
  EXPECT_THAT(refusal([](auto& o) { o.shingling.front_end = "klingon"; }),
              HasSubstr("whorl methods"));
  EXPECT_THAT(refusal([](auto& o) { o.shingling.front_end = "html:nonsense"; }),
              HasSubstr("nonsense"));
  EXPECT_THAT(refusal([](auto& o) { o.shingling.sketch = "mod:0"; }), HasSubstr("mod:"));
  EXPECT_THAT(refusal([](auto& o) { o.join.pairs = "bands:0x8"; }), HasSubstr("bands"));
}

TEST_F(BadInput, OfLimits) {
  for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{1000}, UINT64_MAX}) {
    EXPECT_THAT(refusal([&](auto& o) { o.limits.memory = bytes; }), HasSubstr("64 KiB"));
  }
  EXPECT_THAT(refusal([](auto& o) { o.limits.threads = 100'000; }), HasSubstr("up to 1024"));
  MergeOptions merging{{folder_.path("a"), folder_.path("b")}, folder_.path("c"), {}};
  merging.limits.memory = 0;
  EXPECT_THAT(merge(merging, quiet_).error().message, HasSubstr("64 KiB"));
}

TEST_F(BadInput, OfPlaces) {
  ClusterOptions nowhere = good();
  nowhere.store = "";
  EXPECT_THAT(cluster(nowhere, quiet_).error().message, HasSubstr("a directory for the store"));
  ClusterOptions nothing = good();
  nothing.input.inputs = {folder_.path("none.jsonl")};
  EXPECT_EQ(cluster(nothing, quiet_).error().code, ErrorCode::not_found);
  EXPECT_FALSE(std::filesystem::exists(folder_.path("store")));
}

class StopsAtOnce final : public Progress {
 public:
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
  bool cancelled() const override { return true; }
};

TEST_F(BadInput, AProgressThatIsCancelledFromTheStartEndsEachJob) {
  StopsAtOnce stop;
  EXPECT_EQ(cluster(good(), stop).error().code, ErrorCode::cancelled);
  DedupOptions o;
  o.cluster = good();
  o.cluster.store = folder_.path("other");
  o.output = folder_.path("kept.jsonl");
  EXPECT_EQ(dedup(o, stop).error().code, ErrorCode::cancelled);
  EXPECT_FALSE(std::filesystem::exists(folder_.path("kept.jsonl")));
  EXPECT_TRUE(cluster(good(), quiet_));
}

TEST_F(BadInput, LeavesNoLockWhereThereIsNoStore) {
  std::filesystem::create_directories(folder_.path("plain"));
  ClusterOptions into = good();
  into.store = folder_.path("plain");
  EXPECT_EQ(cluster_into(into, quiet_).error().code, ErrorCode::not_found);
  EXPECT_EQ(recluster(into.store, {}, quiet_).error().code, ErrorCode::not_found);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path("plain")));
}

TEST_F(BadInput, OfDedup) {
  DedupOptions o;
  o.cluster = good();
  EXPECT_THAT(dedup(o, quiet_).error().message, HasSubstr("name a file"));
  o.output = folder_.path("kept.jsonl");
  o.cluster.thresholds.containment = kNaN;
  EXPECT_THAT(dedup(o, quiet_).error().message, HasSubstr("from 0 to 1"));
}

TEST_F(BadInput, OfQuestions) {
  ASSERT_TRUE(cluster(good(), quiet_));
  const auto store = StoreReader::open(folder_.path("store"));
  ASSERT_TRUE(store);
  EXPECT_THAT(store->matches("text", {.resemblance = kNaN}).error().message,
              HasSubstr("from 0 to 1"));
  EXPECT_THAT(store->matches("text", {.containment = 2}).error().message, HasSubstr("from 0 to 1"));
  EXPECT_THAT(store->matches("text", {.limit = 0}).error().message, HasSubstr("at least 1"));
  EXPECT_THAT(store->matches("caf\xE9").error().message, HasSubstr("not valid UTF-8"));
  EXPECT_THAT(store->matches("").error().message, HasSubstr("too short"));
}

}  // namespace
}  // namespace whorl
