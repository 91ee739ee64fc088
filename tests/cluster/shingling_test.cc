// When documents are equal: by the symbols of their tokenizer, and by their features.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "whorl/cluster.h"
#include "whorl/store.h"

namespace whorl {
namespace {

using nlohmann::json;

class Shingling : public testing::Test {
 protected:
  // The members of each cluster, as "id kind".
  std::vector<std::vector<std::string>> clusters(ClusterOptions o) {
    o.store = folder_.path("store");
    const auto done = cluster(o, quiet_);
    EXPECT_TRUE(done) << done.error().message;
    std::vector<std::vector<std::string>> found;
    std::istringstream lines(test::contents_of(o.store, "clusters.jsonl"));
    for (std::string line; std::getline(lines, line);) {
      auto& members = found.emplace_back();
      const json told = json::parse(line);
      for (const json& member : told["members"]) {
        members.push_back(member["id"].get<std::string>() + " " +
                          member["kind"].get<std::string>());
      }
    }
    return found;
  }

  ClusterOptions of(const std::string& name, const std::string& text) const {
    ClusterOptions o;
    o.input.inputs = {folder_.write(name, text)};
    o.shingling.shingle = 3;
    return o;
  }

  test::TempFolder folder_{"shingling"};
  NoProgress quiet_;
};

using Members = std::vector<std::vector<std::string>>;

TEST_F(Shingling, PagesAreKnownByEachOfTheirNames) {
  std::filesystem::create_directory(folder_ / "in");
  for (const char* name : {"a.html", "b.htm", "c.xhtml", "d.HTML", "e.HTM"}) {
    const std::string tag = "b" + std::string(1, name[0]);
    folder_.write(std::string("in/") + name,
                  "<" + tag + ">the words of each are the same six</" + tag + ">");
  }
  ClusterOptions o;
  o.input.inputs = {folder_.path("in")};
  o.shingling.shingle = 3;
  EXPECT_EQ(clusters(o), (Members{{"a.html identical", "b.htm lexical", "c.xhtml lexical",
                                   "d.HTML lexical", "e.HTM lexical"}}));
}

TEST_F(Shingling, TheLanguageOfCodeCounts) {
  ClusterOptions o = of("in.jsonl", R"({"id":"a","text":"int count = 1 + step; // one"}
{"id":"b","text":"int total = 1 + size; /* two */"}
)");
  o.shingling.front_end = "code:c";
  const Members found = clusters(o);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().front(), "a lexical");
}

TEST_F(Shingling, AFeatureThatComesTwiceCountsOnce) {
  ClusterOptions o = of("in.jsonl", R"({"id":"a","tags":["x","y","z","x","x","x","x"]}
{"id":"b","tags":["x","y","w"]}
)");
  o.input.features_field = "tags";
  EXPECT_EQ(clusters(o).size(), 1u);  // two of four
}

// Broder 1997, "Common shingles": a shingle of more documents than that is left out.
TEST_F(Shingling, WhatJustSoManyDocumentsHaveIsNotCommon) {
  std::string lines;
  for (const char* id : {"a", "b", "c"}) {
    lines += std::string(R"({"id":")") + id +
             R"(","text":"what all of the three documents share )" + id + R"("})" + "\n";
  }
  ClusterOptions o = of("in.jsonl", lines);
  o.join.common = 3;
  EXPECT_EQ(clusters(o).size(), 1u);
  std::filesystem::remove_all(folder_ / "store");
  o.join.common = 2;
  EXPECT_EQ(clusters(o).size(), 0u);
}

TEST_F(Shingling, NamesComeBackAsTheyWere) {
  clusters(of("in.jsonl",
              R"({"id":"a","url":"http://one/","date":"2026-05-01","text":"one two three four"}
{"id":"same","url":"http://two/","text":"five six seven eight"}
{"id":"same","url":"http://three/","text":"nine ten eleven twelve"}
)"));
  const auto store = StoreReader::open(folder_.path("store"));
  ASSERT_TRUE(store);
  const auto first = store->clusters_of("a");
  ASSERT_TRUE(first);
  const StoredDocument& document = first->front().members.front().document;
  EXPECT_EQ(document.url, "http://one/");
  EXPECT_EQ(document.date, "2026-05-01");
  EXPECT_EQ(store->clusters_of("same")->size(), 2u);
}

TEST_F(Shingling, AClusterOfTwoDocumentsOfAnIdIsToldOnce) {
  clusters(of("in.jsonl", R"({"id":"same","text":"one two three four"}
{"id":"same","text":"one two three four"}
)"));
  const auto store = StoreReader::open(folder_.path("store"));
  ASSERT_TRUE(store);
  EXPECT_EQ(store->clusters_of("same")->size(), 1u);
}

TEST_F(Shingling, AnIdWithATabIsOneColumnOfPairs) {
  ClusterOptions o = of("in.jsonl", R"({"id":"a\tb","text":"one two three four five"}
{"id":"c","text":"one two three four six"}
)");
  o.write_pairs = true;
  o.thresholds.resemblance = 0.1;
  EXPECT_EQ(clusters(o).size(), 1u);
  std::istringstream pairs(folder_.read("store/pairs.tsv"));
  for (std::string line; std::getline(pairs, line);) {
    EXPECT_EQ(std::ranges::count(line, '\t'), 9) << line;
  }
}

}  // namespace
}  // namespace whorl
