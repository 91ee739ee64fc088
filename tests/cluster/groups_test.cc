// dedup within groups, and the number of documents per cluster that are kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "../temp_folder.h"
#include "near_copies.h"
#include "record_list.h"
#include "whorl/dedup.h"

namespace whorl {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// The decision on a document, without numbers that depend on the other groups.
struct Verdict {
  bool kept = false;
  bool large_cluster = false;
  std::string kept_id;
  double resemblance = 0;
  std::uint64_t cluster_size = 0;
  bool operator==(const Verdict&) const = default;
};
using Verdicts = std::map<std::string, Verdict>;

// Near copies and identical copies, in three groups and without a group.
std::vector<Record> grouped_records(unsigned seed) {
  std::vector<Record> records = test::records_of(test::copied_lines(40, 4, seed));
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].group = std::array{"", "de", "en", "1"}[random() % 4];
    if (random() % 8 == 0) records[i].text = records[random() % records.size()].text;
    records[i].rank = random() % 50;
  }
  return records;
}

class Groups : public testing::Test {
 protected:
  static DedupOptions options() {
    DedupOptions o;
    o.cluster.shingling.shingle = 3;
    o.cluster.thresholds.linkage = Linkage::survivor;
    o.cluster.limits.threads = 2;
    return o;
  }

  Verdicts decided(DedupOptions o, std::vector<Record> records, Progress& progress) {
    test::RecordList source(std::move(records));
    o.cluster.input.records = &source;
    Verdicts found;
    const auto done = decide(
        o,
        [&](const DedupDecision& d) -> Result<bool> {
          found[d.document.id] = {d.kept(), d.large_cluster, d.kept_id, d.resemblance.value,
                                  d.cluster_size};
          return true;
        },
        progress);
    EXPECT_TRUE(done) << done.error().message;
    return found;
  }

  // The plain version: each group is deduplicated by itself.
  Verdicts group_by_group(const DedupOptions& o, const std::vector<Record>& records) {
    std::map<std::string, std::vector<Record>> groups;
    for (const Record& record : records) groups[record.group].push_back(record);
    Verdicts all;
    for (auto& [name, group] : groups) all.merge(decided(o, std::move(group), quiet_));
    return all;
  }

  void expect_group_by_group(DedupOptions o, const std::vector<Record>& records) {
    const Verdicts expected = group_by_group(o, records);
    o.cluster.input.group_field = "lang";
    EXPECT_EQ(decided(o, records, quiet_), expected);
  }

  // Runs dedup on a file of these lines and returns the lines that it kept.
  std::vector<json> kept(DedupOptions o, const std::vector<json>& lines) {
    std::string text;
    for (const json& line : lines) text += line.dump() + "\n";
    // Otherwise it counts as changed.
    if (folder_.read("in.jsonl") != text) folder_.write("in.jsonl", text);
    o.cluster.input.inputs = {folder_.path("in.jsonl")};
    o.output = folder_.path("kept.jsonl");
    o.overwrite = true;
    const auto done = dedup(o, quiet_);
    error_ = done ? "" : done.error().message;
    if (done) summary_ = *done;
    return done ? folder_.read_lines("kept.jsonl") : std::vector<json>();
  }

  std::set<std::string> kept_ids(const DedupOptions& o, const std::vector<json>& lines) {
    std::set<std::string> ids;
    for (const json& line : kept(o, lines)) ids.insert(line.at("id"));
    return ids;
  }

  std::vector<json> removed() { return folder_.read_lines("kept.removed.jsonl"); }

  test::TempFolder folder_{"groups"};
  NoProgress quiet_;
  std::string error_;
  DedupSummary summary_;
};

using Ids = std::set<std::string>;

const char* const kText = "one two three four five six seven eight nine ten eleven twelve";
const char* const kOther = "red green blue grey pink black white brown orange violet cyan gold";

TEST_F(Groups, EachGroupIsDeduplicatedAsByItself) {
  for (unsigned seed = 1; seed <= 2; ++seed) {
    const auto records = grouped_records(seed);
    for (const char* pairs : {"", "exact", "bands:14x8", "supershingle:2"}) {
      for (const char* sketch : {"all", "mod:8", "min:60"}) {
        if (std::string(sketch).starts_with("min") && *pairs != '\0') continue;
        SCOPED_TRACE(std::string(pairs) + " " + sketch + " " + std::to_string(seed));
        DedupOptions o = options();
        o.cluster.join.pairs = pairs;
        o.cluster.shingling.sketch = sketch;
        expect_group_by_group(o, records);
      }
    }
  }
}

TEST_F(Groups, AlsoByContainmentChainsAndNumbers) {
  const auto records = grouped_records(7);
  DedupOptions o = options();
  o.cluster.thresholds.containment = 0.7;
  expect_group_by_group(o, records);
  o = options();
  o.cluster.thresholds.linkage = Linkage::single;
  expect_group_by_group(o, records);
  o.cluster.thresholds.survivor = SurvivorChoice::field;
  o.cluster.thresholds.survivor_field = "n";
  o.keep = 2;
  o.drop_clusters_over = 6;
  expect_group_by_group(o, records);
}

// If more than 1,000 documents have a key, a join by keys forms only some of their pairs.
TEST_F(Groups, ManyCopiesInAnotherGroupHideNoPair) {
  std::vector<Record> records;
  for (int copy = 0; copy < 1100; ++copy) {
    Record record;
    record.id = std::to_string(copy);
    record.group = copy < 1090 ? "en" : "de";
    record.text = std::string(kText) + " " + kOther + " x" + std::to_string(copy);
    records.push_back(record);
  }
  for (const char* pairs : {"bands:14x8", "supershingle:2"}) {
    SCOPED_TRACE(pairs);
    DedupOptions o = options();
    o.cluster.join.pairs = pairs;
    o.cluster.shingling.sketch = "all";
    expect_group_by_group(o, records);
  }
}

TEST_F(Groups, MemoryAndThreadsDecideNothing) {
  const auto records = grouped_records(11);
  DedupOptions o = options();
  o.cluster.input.group_field = "lang";
  o.keep = 2;
  const Verdicts expected = decided(o, records, quiet_);
  for (const std::uint64_t memory : {std::uint64_t{128} << 10, std::uint64_t{1} << 20}) {
    for (const unsigned threads : {1u, 3u}) {
      o.cluster.limits.memory = memory;
      o.cluster.limits.threads = threads;
      EXPECT_EQ(decided(o, records, quiet_), expected) << memory << " " << threads;
    }
  }
}

TEST_F(Groups, AValueIsATextANumberOrABoolean) {
  const auto line = [](const char* id, const json& lang) {
    return json{{"id", id}, {"text", kText}, {"meta", {{"lang", lang}}}};
  };
  DedupOptions o = options();
  o.cluster.input.group_field = "meta.lang";
  const json none = {{"id", "none"}, {"text", kText}};
  const Ids expected = {"de", "one", "true", "none"};
  EXPECT_EQ(kept_ids(o, {line("de", "de"), line("de2", "de"), line("one", 1), line("one2", "1"),
                         line("true", true), line("true2", "true"), none, line("null", nullptr),
                         line("empty", ""), line("list", {"de"})}),
            expected);
  EXPECT_EQ(removed().size(), 6u);
}

TEST_F(Groups, AColumnOfATableHasGroupsToo) {
  DedupOptions o = options();
  o.cluster.input.inputs = {folder_.write("in.csv", "id,body,lang\na," + std::string(kText) +
                                                        ",de\nb," + kText + ",en\nc," + kText +
                                                        ",de\nd," + kText + ",\n")};
  o.cluster.input.text_field = "body";
  o.cluster.input.group_field = "lang";
  o.output = folder_.path("kept.txt");
  ASSERT_TRUE(dedup(o, quiet_));
  EXPECT_EQ(folder_.read("kept.txt"), "a\nb\nd\n");
}

TEST_F(Groups, AFieldThatNoDocumentHasIsRefused) {
  DedupOptions o = options();
  o.cluster.input.group_field = "langs";
  kept(o, {{{"id", "a"}, {"text", kText}, {"lang", "de"}}});
  EXPECT_THAT(error_, HasSubstr("no document has a value in its field langs"));
}

TEST_F(Groups, AStoreOfOtherGroupsIsRefused) {
  DedupOptions o = options();
  o.cluster.store = folder_.path("store");
  o.cluster.input.group_field = "lang";
  const json document = {{"id", "a"}, {"text", kText}, {"lang", "de"}, {"site", "x"}};
  EXPECT_EQ(kept_ids(o, {document}), Ids{"a"});
  EXPECT_EQ(kept_ids(o, {document}), Ids{"a"}) << "the same run again";
  o.cluster.input.group_field = "site";
  kept(o, {document});
  EXPECT_THAT(error_, HasSubstr("was made with within = \"lang\", not \"site\""));
}

TEST_F(Groups, DocumentsThatAreAddedToAStoreKeepToTheirGroups) {
  const auto line = [](const char* id, const char* lang) {
    return json{{"id", id}, {"text", kText}, {"lang", lang}}.dump() + "\n";
  };
  ClusterOptions o;
  o.shingling.shingle = 3;
  o.store = folder_.path("store");
  o.input.group_field = "lang";
  o.input.inputs = {folder_.write("1.jsonl", line("a", "de") + line("b", "en"))};
  ASSERT_TRUE(cluster(o, quiet_));
  o.input.group_field = "";  // the store has the field
  o.input.inputs = {folder_.write("2.jsonl", line("c", "en") + line("d", "fr") + line("e", "fr"))};
  const auto grown = cluster_into(o, quiet_);
  ASSERT_TRUE(grown) << grown.error().message;
  EXPECT_EQ(grown->clusters, 2u);
  EXPECT_EQ(grown->clustered, 4u);
  const auto merged = merge({{o.store, o.store + "2"}, folder_.path("both")}, quiet_);
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().message, HasSubstr("was made with --within lang"));
}

// Three copies of a text, two of another, and one single text.
std::vector<json> copies() {
  const auto line = [](const char* id, const std::string& text, int n) {
    return json{{"id", id}, {"text", text}, {"n", n}};
  };
  return {line("a1", kText, 1),  line("a2", kText, 3),
          line("b1", kOther, 1), line("a3", std::string(kText) + " end", 2),
          line("b2", kOther, 2), line("c", "nothing that is like it stands here at all", 9)};
}

DedupOptions by_number(DedupOptions o) {
  o.cluster.thresholds.survivor = SurvivorChoice::field;
  o.cluster.thresholds.survivor_field = "n";
  return o;
}

TEST_F(Groups, TheBestOfEachClusterStay) {
  DedupOptions o = by_number(options());
  EXPECT_EQ(kept_ids(o, copies()), (Ids{"a2", "b2", "c"}));
  o.keep = 2;
  EXPECT_EQ(kept_ids(o, copies()), (Ids{"a2", "a3", "b1", "b2", "c"}));
  ASSERT_EQ(removed().size(), 1u);
  EXPECT_EQ(removed().front().at("id"), "a1");
  EXPECT_EQ(removed().front().at("survivor"), "a2");
  o.keep = 3;
  EXPECT_EQ(kept_ids(o, copies()).size(), 6u);
}

TEST_F(Groups, LargeClustersAreLeftOutWhole) {
  DedupOptions o = options();
  o.drop_clusters_over = 2;
  o.keep = 2;
  EXPECT_EQ(kept_ids(o, copies()), (Ids{"b1", "b2", "c"}));
  EXPECT_EQ(summary_.large_cluster, 3u);
  ASSERT_EQ(removed().size(), 3u);
  for (const json& line : removed()) {
    EXPECT_EQ(line.at("reason"), "large-cluster");
    EXPECT_EQ(line.at("size"), 3);
    EXPECT_FALSE(line.contains("survivor"));
  }
  o.annotate = true;
  const auto all = kept(o, copies());
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[0].at("whorl").at("kept"), false);
  EXPECT_EQ(all[0].at("whorl").at("reason"), "large-cluster");
  EXPECT_EQ(all[2].at("whorl").at("kept"), true);
}

TEST_F(Groups, TheWeightIsTheSizeOfTheCluster) {
  DedupOptions o = options();
  o.weight = "copies";
  std::map<std::string, int> weights;
  for (const json& line : kept(o, copies())) weights[line.at("id")] = line.at("copies");
  EXPECT_EQ(weights, (std::map<std::string, int>{{"a3", 3}, {"b1", 2}, {"c", 1}}));
  o.weight = "n";
  kept(o, copies());
  EXPECT_THAT(error_, HasSubstr("in.jsonl:3: the line has a member n already"));
  o.weight = "c\"o";
  const auto lines = kept(o, copies());
  ASSERT_EQ(lines.size(), 3u) << error_;
  EXPECT_EQ(lines.front().at("c\"o"), 2) << "the first is b1";
}

TEST_F(Groups, TheWeightIsNoSecondMemberOfItsName) {
  DedupOptions o = options();
  o.weight = "copies";
  o.cluster.input.inputs = {folder_.write("in.jsonl",
                                          R"({"text":"one two three four","\u0063opies":1})"
                                          "\n")};
  o.output = folder_.path("kept.jsonl");
  const auto done = dedup(o, quiet_);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("has a member copies already"));
}

TEST_F(Groups, WhatHasNoMeaningTogetherIsRefused) {
  const auto refused = [&](const std::function<void(DedupOptions&)>& change) {
    DedupOptions o = options();
    o.cluster.input.group_field = "";
    change(o);
    kept(o, copies());
    return error_;
  };
  EXPECT_THAT(refused([](DedupOptions& o) { o.keep = 0; }), HasSubstr("--keep"));
  EXPECT_THAT(refused([](DedupOptions& o) {
                o.annotate = true;
                o.weight = "w";
              }),
              HasSubstr("--weight: --annotate"));
  const std::map<std::string, std::function<void(DedupOptions&)>> of_clusters = {
      {"--within", [](DedupOptions& o) { o.cluster.input.group_field = "n"; }},
      {"--keep", [](DedupOptions& o) { o.keep = 2; }},
      {"--drop-clusters-over", [](DedupOptions& o) { o.drop_clusters_over = 9; }},
      {"--weight", [](DedupOptions& o) { o.weight = "w"; }}};
  for (const auto& [flag, change] : of_clusters) {
    EXPECT_THAT(refused([&change = change, this](DedupOptions& o) {
                  o.against = {folder_.write("other.jsonl", copies().front().dump() + "\n")};
                  change(o);
                }),
                testing::StartsWith(flag + " is about clusters"));
  }
  const auto within = [&](const std::function<void(DedupOptions&)>& change) {
    return refused([&](DedupOptions& o) {
      o.cluster.input.group_field = "n";
      change(o);
    });
  };
  EXPECT_THAT(within([](DedupOptions& o) {
                o.cluster.join.pairs = "linked";
                o.cluster.thresholds.linkage = Linkage::single;
              }),
              HasSubstr("--within: --pairs linked"));
  EXPECT_THAT(within([](DedupOptions& o) { o.cluster.join.pairs = "classic"; }),
              HasSubstr("--within cannot be used with --common"));
  EXPECT_THAT(within([](DedupOptions& o) {
                o.cluster.join.pairs = "exact";
                o.cluster.audit = 5;
              }),
              HasSubstr("--audit"));
  for (const char* output : {"kept.txt", "kept.csv", "kept.warc.gz"}) {
    DedupOptions o = options();
    o.weight = "w";
    o.cluster.input.inputs = {folder_.write("in.jsonl", copies().front().dump() + "\n")};
    o.output = folder_.path(output);
    const auto done = dedup(o, quiet_);
    ASSERT_FALSE(done);
    EXPECT_THAT(done.error().message, HasSubstr("--weight writes a member of JSON lines"));
  }
}

}  // namespace
}  // namespace whorl
