// Which document of a cluster survives.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "whorl/cluster.h"

namespace whorl {
namespace {

using nlohmann::json;

class Survivors : public testing::Test {
 protected:
  // The kept documents of the clusters of these documents, in order.
  std::vector<std::string> survivors(const std::vector<json>& documents,
                                     ClusterThresholds thresholds) {
    std::string lines;
    for (const json& document : documents) lines += document.dump() + "\n";
    ClusterOptions o;
    o.input.inputs = {folder_.write("in.jsonl", lines)};
    o.store = folder_.path("store" + std::to_string(++stores_));
    o.shingling.shingle = 3;
    o.shingling.sketch = "all";
    o.thresholds = std::move(thresholds);
    const auto done = cluster(o, quiet_);
    EXPECT_TRUE(done) << done.error().message;
    std::vector<std::string> found;
    std::istringstream clusters(test::contents_of(o.store, "clusters.jsonl"));
    for (std::string line; std::getline(clusters, line);) {
      found.push_back(json::parse(line)["survivor"]);
    }
    return found;
  }

  static json document(const std::string& id, const std::string& text) {
    return {{"id", id}, {"text", text}};
  }

  const std::string text_ = "one two three four five six seven eight";
  int stores_ = 0;
  test::TempFolder folder_{"survivors"};
  NoProgress quiet_;
};

using Names = std::vector<std::string>;

TEST_F(Survivors, TheNewestIsSoByTheTimeOfItsDateToo) {
  const auto dated = [&](const std::string& id, const std::string& date) {
    json one = document(id, text_);
    one["date"] = date;
    return one;
  };
  const ClusterThresholds newest{.survivor = SurvivorChoice::newest, .survivor_field = {}};
  EXPECT_EQ(survivors({dated("a", "2026-05-01T09:00:00"), dated("b", "2026-05-01T10:30:00"),
                       dated("c", "2026-05-01T10:29:59"), dated("d", "2025-12-31")},
                      newest),
            Names{"b"});
  EXPECT_EQ(survivors({dated("a", "2026-05-01"), dated("b", "2026-05-01T00:00:01")}, newest),
            Names{"b"});
}

TEST_F(Survivors, TheGreatestNumberIsSoUnderNoughtToo) {
  const auto ranked = [&](const std::string& id, double n) {
    json one = document(id, text_);
    one["n"] = n;
    return one;
  };
  const ClusterThresholds greatest{.survivor = SurvivorChoice::field, .survivor_field = "n"};
  EXPECT_EQ(survivors({ranked("a", -7.5), ranked("b", -0.25), ranked("c", -3)}, greatest),
            Names{"b"});
  EXPECT_EQ(survivors({ranked("a", -1), ranked("b", 0), ranked("c", -0.5)}, greatest), Names{"b"});
}

// Whichever of them the search for components came upon first.
TEST_F(Survivors, OfDocumentsThatArePreferredAlikeTheFirstIs) {
  std::mt19937 random(5);
  const auto word = [&] { return "w" + std::to_string(1000 + random() % 9000); };
  constexpr int kThemes = 20, kCopies = 9;
  std::vector<std::vector<std::string>> themes(kThemes);
  for (auto& words : themes) {
    for (int i = 0; i < 60; ++i) words.push_back(word());
  }
  std::vector<json> documents;
  for (int copy = 0; copy < kCopies; ++copy) {
    for (int theme = 0; theme < kThemes; ++theme) {
      std::vector<std::string> words = themes[theme];
      for (int edits = copy == 4 ? 1 : 5; edits > 0; --edits)
        words[random() % words.size()] = word();
      std::string text;
      for (const std::string& one : words) text += one + " ";
      documents.push_back(document(std::to_string(theme) + " " + std::to_string(copy), text));
    }
  }
  Names first;
  for (int theme = 0; theme < kThemes; ++theme) first.push_back(std::to_string(theme) + " 0");
  EXPECT_EQ(survivors(documents, {}), first);
}

TEST_F(Survivors, TextsWithoutASymbolAreNotEqual) {
  EXPECT_EQ(survivors({document("a", "!!!"), document("b", "???"), document("c", text_ + "."),
                       document("d", text_ + "!")},
                      {}),
            Names{"c"});
}

}  // namespace
}  // namespace whorl
