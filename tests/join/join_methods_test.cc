// The ways to find pairs beside the exact one, what is common, and the audit.
#include <gtest/gtest.h>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "../temp_folder.h"
#include "fingerprints/sketch/sketch.h"
#include "jobs/collection/join/join_method.h"
#include "jobs/collection/join/lsh_join.h"
#include "jobs/collection/join/resolved_run.h"
#include "whorl/cluster.h"

namespace whorl::internal::join {
namespace {

namespace fs = std::filesystem;

TEST(JoinMethod, ParsesWhatItNames) {
  EXPECT_EQ(JoinMethod::parse("exact")->row->name, "exact");
  EXPECT_EQ(JoinMethod::parse("classic")->row->name, "classic");
  EXPECT_EQ(JoinMethod::parse("supershingle")->arguments[0], 6u);
  EXPECT_EQ(JoinMethod::parse("supershingle:4")->arguments[0], 4u);
  EXPECT_EQ(JoinMethod::parse("bands")->arguments, (std::array{14u, 8u}));
  EXPECT_EQ(JoinMethod::parse("bands:20x5")->arguments, (std::array{20u, 5u}));
  for (const char* bad : {"", "exactly", "exact:1", "classic:2", "bands:14", "bands:0x8", "bands:x",
                          "supershingle:", "supershingle:-1", "bands:9999x9999", "bands:1x2x3",
                          "bands:1000x1000", "bands:2x4096"}) {
    EXPECT_FALSE(JoinMethod::parse(bad)) << bad;
  }
}

TEST(JoinMethod, IsTakenUpToSoManyMinHashes) {
  EXPECT_TRUE(JoinMethod::parse("bands:1x4096"));
  EXPECT_TRUE(JoinMethod::parse("bands:64x64"));
  EXPECT_FALSE(JoinMethod::parse("bands:64x65"));
}

TEST(StoreSettings, KeepPairsFromTheThresholdOrFurtherBelow) {
  ClusterOptions options;
  options.thresholds.resemblance = 0.5;
  options.thresholds.containment = 0.9;
  EXPECT_EQ(settings_of(options).keep_resemblance, 0.5);
  options.join.keep_from = 0.7;
  EXPECT_EQ(settings_of(options).keep_resemblance, 0.5);
  EXPECT_EQ(settings_of(options).keep_containment, 0.7);
  options.thresholds.containment = 0;
  EXPECT_EQ(settings_of(options).keep_containment, 0);
}

// docs/cluster.md says for each method what its row says.
TEST(JoinMethod, StandsInTheTableOfTheDocs) {
  std::ifstream in(fs::path(WHORL_SOURCE_DIR) / "docs/cluster.md");
  const std::string page(std::istreambuf_iterator<char>(in), {});
  for (const JoinMethodRow& row : join_methods()) {
    std::string line = "| `" + std::string(row.name);
    if (!row.arguments.empty()) line += ":" + std::string(row.arguments);
    line += "`";
    if (&row == &join_methods().front()) line += " (default)";
    if (!row.arguments.empty()) {
      line += " (" + std::string(row.example.substr(row.name.size() + 1)) + ")";
    }
    line += " | " + std::string(row.found) + " | " + std::string(row.cost) + " |";
    EXPECT_NE(page.find(line), std::string::npos) << line;
  }
}

TEST(JoinMethod, IsNamedWhereAnotherIsRefused) {
  const auto refused = JoinMethod::parse("nearly");
  ASSERT_FALSE(refused);
  for (const JoinMethodRow& row : join_methods()) {
    EXPECT_NE(refused.error().message.find(row.example), std::string::npos) << row.name;
    const auto example = JoinMethod::parse(row.example);
    ASSERT_TRUE(example) << row.name;
    EXPECT_EQ(JoinMethod::parse(row.name)->arguments, example->arguments);
  }
}

TEST(SuperShingles, AreOfRunsOfTheSortedHashes) {
  const sketch::ShingleSet a{1, 2, 3, 4, 5}, b{2, 3, 4, 9};
  std::vector<std::uint64_t> of_a, of_b;
  sketch::super_shingles(a, 3, of_a);
  sketch::super_shingles(b, 3, of_b);
  ASSERT_EQ(of_a.size(), 3u);
  ASSERT_EQ(of_b.size(), 2u);
  EXPECT_EQ(of_a[1], of_b[0]);  // 2 3 4
  EXPECT_NE(of_a[2], of_b[1]);
  sketch::super_shingles(a, 9, of_a);
  EXPECT_EQ(of_a.size(), 1u);  // short documents: all of it
  sketch::super_shingles({}, 3, of_a);
  EXPECT_TRUE(of_a.empty());
}

// A pair of resemblance r shares a band with probability 1 - (1 - r^R)^B.
TEST(Bands, FollowTheirCurve) {
  std::mt19937_64 random(3);
  constexpr int kPairs = 400;
  for (const double r : {0.5, 0.7, 0.85}) {
    const auto both = static_cast<std::size_t>(120 * r);
    int found = 0;
    for (int pair = 0; pair < kPairs; ++pair) {
      sketch::ShingleSet a, b;
      for (std::size_t i = 0; i < 120; ++i) {
        const std::uint64_t x = random();
        if (i < both || i % 2) a.push_back(x);
        if (i < both || i % 2 == 0) b.push_back(x);
      }
      std::ranges::sort(a);
      std::ranges::sort(b);
      std::vector<std::uint64_t> of_a, of_b;
      band_keys(a, 6, 4, of_a);
      band_keys(b, 6, 4, of_b);
      bool meet = false;
      for (std::size_t band = 0; band < 6; ++band) meet = meet || of_a[band] == of_b[band];
      found += meet;
    }
    const double expected = 1 - std::pow(1 - std::pow(static_cast<double>(both) / 120, 4), 6);
    const double deviation = std::sqrt(expected * (1 - expected) / kPairs);
    EXPECT_NEAR(static_cast<double>(found) / kPairs, expected, 4 * deviation + 0.005) << r;
  }
}

class PairMethods : public testing::Test {
 protected:
  // Edited copies of a few texts, all in the same frame of `frame` words.
  void write_pages(std::size_t pages, unsigned frame) {
    std::mt19937 random(11);
    std::ofstream lines(folder_ / "pages.jsonl");
    for (std::size_t d = 0; d < pages; ++d) {
      std::string text;
      for (unsigned w = 0; w < frame; ++w) text += "frame" + std::to_string(w) + " ";
      const unsigned theme = random() % (pages / 3);
      const unsigned noise = random() % 12;
      for (unsigned w = 0; w < 200; ++w) {
        const bool changed = random() % 100 < noise;
        text += "w" + std::to_string(changed ? random() : theme * 1000 + w) + " ";
      }
      lines << nlohmann::json{{"id", std::to_string(d)}, {"text", text}}.dump() << "\n";
    }
  }

  ClusterOptions options(const std::string& pairs) const {
    ClusterOptions o;
    o.input.inputs = {(folder_ / "pages.jsonl").string()};
    o.store = (folder_ / pairs).string();
    o.shingling.shingle = 3;
    o.shingling.sketch = "all";
    o.join.pairs = pairs;
    o.write_pairs = true;
    o.audit = 1000;
    o.limits.memory = 32 << 20;
    return o;
  }

  std::set<std::string> rows(const std::string& store) const {
    std::ifstream in(folder_ / store / "pairs.tsv");
    std::set<std::string> rows;
    for (std::string row; std::getline(in, row);) {
      if (!row.starts_with("a\t") && !row.ends_with("\tsimilar"))
        continue;  // known before the join
      rows.insert(row);
    }
    return rows;
  }

  test::TempFolder folder_{"pairs"};
  NoProgress quiet_;
};

TEST_F(PairMethods, FindTheSamePairsOrSomeOfThem) {
  write_pages(120, 0);
  for (const char* sketch : {"all", "mod:4"}) {
    ClusterOptions o = options("exact");
    o.shingling.sketch = sketch;
    fs::remove_all(o.store);
    const auto exact = whorl::cluster(o, quiet_);
    ASSERT_TRUE(exact);
    EXPECT_EQ(exact->audit->recall.value, 1);
    EXPECT_EQ(exact->audit->precision.value, 1);
    const auto all = rows("exact");
    EXPECT_GT(all.size(), 100u);
    for (const char* method : {"classic", "supershingle:3", "bands:20x4", "bands:4x8"}) {
      ClusterOptions other = options(method);
      other.shingling.sketch = sketch;
      fs::remove_all(other.store);
      const auto found = whorl::cluster(other, quiet_);
      ASSERT_TRUE(found) << found.error().message;
      const auto some = rows(method);
      EXPECT_TRUE(std::ranges::includes(all, some)) << method;
      EXPECT_GT(some.size(), all.size() / 10) << method;
      EXPECT_TRUE(method != std::string("classic") || some == all);
      // The audit sees every document here, so it must say just what was missed.
      EXPECT_EQ(found->audit->truth, all.size() - 1);
      EXPECT_EQ(found->audit->right, some.size() - 1);
      EXPECT_EQ(found->audit->precision.value, 1);
      const double missed = static_cast<double>(all.size() - some.size());
      EXPECT_NEAR(found->audit->recall.value, 1 - missed / static_cast<double>(all.size() - 1),
                  1e-12);
      EXPECT_LE(found->audit->recall.low, found->audit->recall.value);
    }
  }
}

// What two samples show is as often less than what is so as more: pairs are sought from below the
// threshold, and counted on the whole sets.
TEST_F(PairMethods, SamplesThatShowLessThanTheThresholdAreSoughtToo) {
  std::ofstream lines(folder_ / "pages.jsonl");
  const unsigned pairs = 100, words = 600;
  for (unsigned d = 0; d < 2 * pairs; ++d) {
    std::string text;
    for (unsigned w = 0; w < words; ++w) {
      const bool own = d % 2 == 1 && w > 450;  // of the union 450 of 750 are shared
      text += "w" + std::to_string((own ? d : d / 2 * 2) * 1000 + w) + " ";
    }
    lines << nlohmann::json{{"id", std::to_string(d)}, {"text", text}}.dump() << "\n";
  }
  lines.close();
  ClusterOptions o = options("exact");
  o.shingling.sketch = "mod:25";
  o.thresholds.resemblance = 0.59;
  o.audit = 0;
  const auto found = whorl::cluster(o, quiet_);
  ASSERT_TRUE(found);
  EXPECT_GE(*found->pairs, pairs - 1);
  EXPECT_LE(*found->pairs, pairs);
}

// Those of a sampled document and one that is not sampled too.
TEST_F(PairMethods, AnAuditOfASampleSeesAllPairsOfIt) {
  write_pages(120, 0);
  ClusterOptions o = options("exact");
  o.audit = 20;
  const auto found = whorl::cluster(o, quiet_);
  ASSERT_TRUE(found);
  EXPECT_GT(found->audit->truth, 20u);
  EXPECT_LT(found->audit->truth, rows("exact").size() - 1);
  EXPECT_EQ(found->audit->recall.value, 1);
  EXPECT_EQ(found->audit->precision.value, 1);
}

TEST_F(PairMethods, AnAuditDrawsItsSampleFromAllOver) {
  std::ofstream lines(folder_ / "pages.jsonl");
  for (unsigned d = 0; d < 80; ++d) {
    const unsigned theme = d < 40 ? d : 40 + d / 2;  // the first have no copy
    std::string text = "a" + std::to_string(d);
    for (unsigned w = 0; w < 50; ++w) text += " w" + std::to_string(theme * 1000 + w);
    lines << nlohmann::json{{"id", std::to_string(d)}, {"text", text}}.dump() << "\n";
  }
  lines.close();
  ClusterOptions o = options("exact");
  o.audit = 20;
  const auto found = whorl::cluster(o, quiet_);
  ASSERT_TRUE(found);
  EXPECT_GT(found->audit->truth, 0u);
}

// Pages of one template resemble each other by it alone: "a false resemblance between two
// basically dissimilar documents" (Broder 1997).
TEST_F(PairMethods, CommonShinglesCountInNoMeasure) {
  write_pages(90, 700);
  const auto with_frame = whorl::cluster(options("exact"), quiet_);
  ASSERT_TRUE(with_frame);
  EXPECT_EQ(with_frame->clusters, 1u);
  for (const char* sketch : {"all", "mod:4"}) {
    ClusterOptions o = options("classic");
    o.join.common = 30;
    o.shingling.sketch = sketch;
    fs::remove_all(o.store);
    const auto without = whorl::cluster(o, quiet_);
    ASSERT_TRUE(without);
    EXPECT_GT(without->clusters, 10u);
    EXPECT_EQ(without->audit->recall.value, 1) << sketch;
    const auto counted = rows("classic");
    o = options("exact");
    o.join.common = 30;
    o.shingling.sketch = sketch;
    fs::remove_all(o.store);
    ASSERT_TRUE(whorl::cluster(o, quiet_));
    EXPECT_EQ(rows("exact"), counted) << sketch;
  }
}

// A large document keeps only a fraction of the common shingles, a small one all.
TEST_F(PairMethods, CommonShinglesAreThoseOfDocumentsNotOfSketches) {
  std::mt19937 random(5);
  std::ofstream lines(folder_ / "pages.jsonl");
  for (unsigned d = 0; d < 80; ++d) {
    std::string text;
    for (unsigned w = 0; w < 40; ++w) text += "frame" + std::to_string(w) + " ";
    const unsigned theme = d % 8 + (d < 40 ? 0 : 100);
    for (unsigned w = 0; w < (d < 40 ? 60 : 4000); ++w) {
      text += "w" + std::to_string(w == 7 ? random() : theme * 10000 + w) + " ";
    }
    lines << nlohmann::json{{"id", std::to_string(d)}, {"text", text}}.dump() << "\n";
  }
  lines.close();
  for (const char* pairs : {"exact", "linked", "classic"}) {
    for (const char* sketch : {"all", "mod:25"}) {
      ClusterOptions o = options(pairs);
      o.shingling.sketch = sketch;
      o.join.common = 45;
      o.write_pairs = false;
      o.audit = 0;
      fs::remove_all(o.store);
      const auto found = whorl::cluster(o, quiet_);
      ASSERT_TRUE(found) << found.error().message;
      EXPECT_EQ(found->clusters, 16u) << pairs << " " << sketch;
      EXPECT_EQ(found->clustered, 80u) << pairs << " " << sketch;
    }
  }
}

TEST_F(PairMethods, AStoreRemembersItsMethod) {
  write_pages(30, 0);
  ClusterOptions o = options("exact");
  ASSERT_TRUE(whorl::cluster(o, quiet_));
  o.join.pairs = "supershingle";
  const auto refused = whorl::cluster(o, quiet_);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("pairs"), std::string::npos);
  o.join.pairs = "nonsense";
  EXPECT_FALSE(whorl::cluster(o, quiet_));
}

}  // namespace
}  // namespace whorl::internal::join
