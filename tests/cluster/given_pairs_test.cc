// cluster of pairs that another tool found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "near_copies.h"
#include "whorl/cluster.h"
#include "whorl/dedup.h"

namespace whorl {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Pairs = std::set<std::pair<std::string, std::string>>;

const char* const kNumbers = "one two three four five six seven eight nine ten eleven twelve";
const char* const kColours = "red green blue grey pink black white brown orange violet cyan gold";

std::string line(const std::string& id, const std::string& text) {
  return json{{"id", id}, {"text", text}}.dump() + "\n";
}

class GivenPairs : public testing::Test {
 protected:
  GivenPairs() {
    folder_.write("in.jsonl", line("a", kNumbers) + line("b", std::string(kNumbers) + " end") +
                                  line("c", kColours) + line("d", std::string(kColours) + " end"));
  }

  ClusterOptions options(const std::string& pairs, const std::string& store = "store") {
    ClusterOptions o;
    o.input.inputs = {folder_.path("in.jsonl")};
    o.shingling.shingle = 3;
    o.shingling.sketch = "all";
    o.limits.threads = 2;
    o.store = folder_.path(store);
    o.write_pairs = true;
    if (!pairs.empty()) o.join.candidates = folder_.write("pairs.tsv", pairs);
    return o;
  }

  std::string refused(const ClusterOptions& o) {
    const auto done = cluster(o, quiet_);
    EXPECT_FALSE(done);
    return done ? "" : done.error().message;
  }

  // The kept document for each one that equals it, as a store lists them.
  std::map<std::string, std::string> duplicates(const std::string& store) const {
    std::map<std::string, std::string> of;
    std::istringstream rows(folder_.read(store + "/pairs.tsv"));
    for (std::string row; std::getline(rows, row);) {
      if (row.ends_with("\tsimilar") || row.ends_with("\tkind")) continue;
      const std::size_t tab = row.find('\t'), next = row.find('\t', tab + 1);
      of[row.substr(tab + 1, next - tab - 1)] = row.substr(0, tab);
    }
    return of;
  }

  // The similar pairs that a store lists, without duplicates.
  Pairs listed(const std::string& store) const {
    Pairs pairs;
    std::istringstream rows(folder_.read(store + "/pairs.tsv"));
    for (std::string row; std::getline(rows, row);) {
      if (!row.ends_with("\tsimilar")) continue;
      const std::size_t tab = row.find('\t'), next = row.find('\t', tab + 1);
      pairs.insert(std::minmax(row.substr(0, tab), row.substr(tab + 1, next - tab - 1)));
    }
    return pairs;
  }

  test::TempFolder folder_{"given-pairs"};
  NoProgress quiet_;
};

TEST_F(GivenPairs, OnlyPairsOfTheFileAreCounted) {
  const auto done = cluster(options("a\tc\nb\ta\r\na\tb"), quiet_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->candidates, 2u);
  EXPECT_EQ(done->unknown_candidates, 0u);
  EXPECT_EQ(done->pairs, 1u);
  EXPECT_EQ(done->clustered, 2u) << "c and d are similar, and not in the file";
  EXPECT_EQ(listed("store"), (Pairs{{"a", "b"}}));
}

TEST_F(GivenPairs, UnknownIdsAreListedAndCounted) {
  for (int run = 0; run < 2; ++run) {
    if (run == 0) folder_.write("pairs.tsv", "a\tnobody\nc\td\nnone\tb\nx\ty\n");
    ClusterOptions o = options("");
    o.join.candidates = folder_.path("pairs.tsv");
    const auto done = cluster(o, quiet_);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(done->done_before, run == 1);
    EXPECT_EQ(done->unknown_candidates, 3u);
    EXPECT_EQ(done->clusters, 1u);
    ASSERT_EQ(done->skipped.size(), 3u);
    EXPECT_THAT(done->skipped[0].path, testing::EndsWith("pairs.tsv:1 (nobody)"));
    EXPECT_THAT(done->skipped[1].path, testing::EndsWith("pairs.tsv:3 (none)"));
    EXPECT_EQ(done->skipped[0].reason, "no document has this id");
    EXPECT_EQ(done->skipped[0].kind, SkipKind::fallback);
  }
}

TEST_F(GivenPairs, ALineThatIsNotTwoIdsIsAnError) {
  for (const char* bad : {"a", "a b", "a\tb\tc", "\tb", "a\t", "", "a\t\tb"}) {
    SCOPED_TRACE(bad);
    EXPECT_THAT(refused(options("a\tb\n" + std::string(bad) + "\nc\td\n", "other")),
                HasSubstr("pairs.tsv:2: a line of candidates has two ids"));
    std::filesystem::remove_all(folder_ / "other");
  }
}

// The twin: of all pairs that are similar, those that are in the file.
TEST_F(GivenPairs, KeepsThePairsThatAreSimilarAndInTheFile) {
  std::string lines;
  std::vector<std::string> ids;
  for (const std::string& one : test::copied_lines(30, 3, 5)) {
    lines += one + "\n";
    ids.push_back(json::parse(one).at("id"));
  }
  folder_.write("in.jsonl", lines);
  ASSERT_TRUE(cluster(options("", "exact"), quiet_));
  const Pairs similar = listed("exact");
  ASSERT_GT(similar.size(), 50u);
  const auto of = duplicates("exact");
  const auto standing = [&](const std::string& id) { return of.contains(id) ? of.at(id) : id; };
  std::mt19937 random(9);
  for (const unsigned share : {100u, 40u}) {
    std::vector<std::string> rows;
    Pairs expected;
    for (std::size_t a = 0; a < ids.size(); ++a) {
      for (std::size_t b = 0; b < ids.size(); ++b) {
        if (a == b || random() % 100 >= share) continue;
        rows.push_back(ids[a] + "\t" + ids[b] + "\n");
        std::pair pair(standing(ids[a]), standing(ids[b]));
        if (pair.second < pair.first) std::swap(pair.first, pair.second);
        if (similar.contains(pair)) expected.insert(pair);
      }
    }
    std::ranges::shuffle(rows, random);
    std::string pairs;
    for (const std::string& row : rows) pairs += row;
    for (const std::uint64_t memory : {std::uint64_t{128} << 10, std::uint64_t{64} << 20}) {
      const std::string store = "given" + std::to_string(share) + "-" + std::to_string(memory);
      ClusterOptions o = options(pairs, store);
      o.limits.memory = memory;
      o.limits.threads = memory % 3 + 1;
      const auto done = cluster(o, quiet_);
      ASSERT_TRUE(done) << done.error().message;
      EXPECT_EQ(listed(store), expected);
      if (share < 100) continue;
      EXPECT_EQ(folder_.read(store + "/clusters.jsonl"), folder_.read("exact/clusters.jsonl"));
    }
  }
}

TEST_F(GivenPairs, OfOneIdAreThoseOfItsFirstDocument) {
  folder_.write("in.jsonl", line("a", kNumbers) + line("a", kColours) +
                                line("b", std::string(kNumbers) + " end") +
                                line("c", std::string(kColours) + " end"));
  const auto done = cluster(options("a\tb\na\tc\n"), quiet_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(listed("store"), (Pairs{{"a", "b"}}));
}

// Sketches keep so little of a short text that they show few of these pairs.
TEST_F(GivenPairs, AreCountedThoughSketchesDoNotShowThem) {
  const auto words = [](int from, int to) {
    std::string text;
    for (int i = from; i < to; ++i) text += "w" + std::to_string(i) + " ";
    return text;
  };
  std::string lines = line("long", words(0, 4000)), pairs;
  Pairs expected;
  for (int i = 0; i < 20; ++i) {
    const std::string id = "part" + std::to_string(i);
    lines += line(id, words(200 * i, 200 * i + 30) + "an end " + id);
    pairs += "long\t" + id + "\n";
    expected.emplace("long", id);
  }
  folder_.write("in.jsonl", lines);
  ClusterOptions o = options(pairs);
  o.shingling.sketch = "mod:100";
  o.thresholds.containment = 0.8;
  const auto done = cluster(o, quiet_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(listed("store"), expected);
}

TEST_F(GivenPairs, EqualDocumentsAreOneInThePairsToo) {
  folder_.write("in.jsonl", line("a", kNumbers) + line("a2", kNumbers) +
                                line("b", std::string(kNumbers) + " end") + line("c", kColours));
  const auto done = cluster(options("a2\tb\na\ta2\n"), quiet_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->candidates, 1u);
  EXPECT_EQ(done->clustered, 3u);
}

TEST_F(GivenPairs, GroupsAreKeptApart) {
  const auto in = [](const char* id, const char* lang) {
    return json{{"id", id}, {"text", std::string(kNumbers) + id}, {"lang", lang}}.dump() + "\n";
  };
  folder_.write("in.jsonl", in("a", "de") + in("b", "en") + in("c", "en"));
  ClusterOptions o = options("a\tb\nb\tc\n");
  o.input.group_field = "lang";
  const auto done = cluster(o, quiet_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(listed("store"), (Pairs{{"b", "c"}}));
}

TEST_F(GivenPairs, WhatTheFileCannotServeIsRefused) {
  ClusterOptions o = options("a\tb\n");
  ASSERT_TRUE(cluster(o, quiet_));
  EXPECT_THAT(refused(options("a\tc\n")), HasSubstr("was made with candidates = "));
  EXPECT_THAT(refused(options("")), HasSubstr("was made with candidates = "));
  EXPECT_THAT(
      recluster(o.store, {.resemblance = 0.1, .survivor_field = {}}, quiet_).error().message,
      HasSubstr("has pairs only from"));
  EXPECT_THAT(
      recluster(o.store, {.containment = 0.5, .survivor_field = {}}, quiet_).error().message,
      HasSubstr("has pairs only from"));
  ClusterOptions more = options("");
  more.input.inputs = {folder_.write("more.jsonl", line("e", kNumbers))};
  EXPECT_THAT(cluster_into(more, quiet_).error().message, HasSubstr("the pairs of --candidates"));
  more.store = folder_.path("more");
  ASSERT_TRUE(cluster(more, quiet_));
  EXPECT_THAT(merge({{more.store, o.store}, folder_.path("both")}, quiet_).error().message,
              HasSubstr("the pairs of --candidates"));
  more.join.candidates = folder_.path("pairs.tsv");
  EXPECT_THAT(cluster_into(more, quiet_).error().message, HasSubstr("--candidates is for a new"));
  for (const char* pairs : {"survivors", "linked", "bands:14x8"}) {
    o.join.pairs = pairs;
    o.store = folder_.path("other");
    EXPECT_THAT(refused(o), HasSubstr("--candidates names the pairs, but --pairs"));
  }
  o.join.pairs = "";
  o.join.candidates = "-";
  EXPECT_THAT(refused(o), HasSubstr("standard input cannot be used"));
  o.join.candidates = folder_.path("nowhere.tsv");
  EXPECT_THAT(refused(o), HasSubstr("nowhere.tsv"));
  DedupOptions dedup_options;
  dedup_options.cluster = options("a\tb\n", "work");
  dedup_options.output = folder_.path("kept.jsonl");
  EXPECT_THAT(dedup(dedup_options, quiet_).error().message,
              HasSubstr("an option of whorl cluster"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "other"));
}

}  // namespace
}  // namespace whorl
