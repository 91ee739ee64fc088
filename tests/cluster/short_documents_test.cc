// Titles and posts, which words alone do not serve, and texts without spaces between words.
#include <gtest/gtest.h>

#include "../temp_folder.h"
#include "whorl/cluster.h"
#include "whorl/dedup.h"

namespace whorl {
namespace {

class ShortDocuments : public testing::Test {
 protected:
  DedupOptions of(const std::vector<std::string>& texts) const {
    DedupOptions options;
    options.cluster.input.inputs = {written("in.jsonl", texts)};
    options.cluster.thresholds.linkage = Linkage::survivor;
    options.output = folder_.path("kept.jsonl");
    options.overwrite = true;
    return options;
  }

  std::string written(const std::string& name, const std::vector<std::string>& texts) const {
    std::string lines;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      lines += R"({"id":")" + std::to_string(i) + R"(","text":")" + texts[i] + "\"}\n";
    }
    return folder_.write(name, lines);
  }

  DedupSummary dedup(const DedupOptions& options) {
    auto done = whorl::dedup(options, quiet_);
    EXPECT_TRUE(done) << done.error().message;
    return done.value_or(DedupSummary{});
  }

  test::TempFolder folder_{"short"};
  NoProgress quiet_;
};

const std::vector<std::string> kTitles = {
    "Council of Trier votes for a new bridge over the river",
    "Council of Trier voted for a new bridge over the river",
    "A recipe for bread without flour, sugar or salt",
};

TEST_F(ShortDocuments, AreAlikeWhereAWordInTheMiddleDiffers) {
  DedupOptions options = of(kTitles);
  const DedupSummary by_letters = dedup(options);
  EXPECT_EQ(by_letters.kept, 2u);
  EXPECT_EQ(by_letters.similar, 1u);
  EXPECT_EQ(by_letters.found.by_letters, 3u);
  options.cluster.shingling.letters_below = 0;
  const DedupSummary by_words = dedup(options);
  EXPECT_EQ(by_words.kept, 3u);
  EXPECT_EQ(by_words.found.by_letters, 0u);
}

TEST_F(ShortDocuments, OfFewerWordsThanAShingleAreAlikeInAStoreToo) {
  ClusterOptions options;
  options.input.inputs = {
      written("in.jsonl", {"Thunderstorms expected throughout Luxembourg",
                           "Thunderstorms expected throughout Luxemburg!", "Unlike"})};
  options.store = folder_.path("store");
  const auto found = cluster(options, quiet_);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->by_letters, 3u);
  EXPECT_EQ(found->clusters, 1u);
  EXPECT_EQ(found->clustered, 2u);
}

TEST_F(ShortDocuments, ShadeIntoLongOnesWithoutABorder) {
  std::string text = "word0";
  for (int words = 1; words < 60; ++words) {
    const std::string shorter = text;
    text += " word" + std::to_string(words * 7);
    if (words < 5) continue;  // four words of five are not similar
    EXPECT_EQ(dedup(of({text, shorter})).kept, 1u) << words;
  }
}

TEST_F(ShortDocuments, AreStillContainedInLongOnes) {
  const std::string question =
      "Which river flows through the capital of the oldest republic on earth";
  DedupOptions options =
      of({"Here is a page on something else. " + question + "? Nobody knows the answer."});
  options.against = {written("questions.jsonl", {question})};
  options.cluster.thresholds.containment = 0.9;
  EXPECT_EQ(dedup(options).kept, 0u);
  options.cluster.shingling.letters_below = 20;
  EXPECT_EQ(dedup(options).kept, 1u);
}

TEST_F(ShortDocuments, OfScriptsWithoutSpacesAreCompared) {
  const std::string thai = "ประเทศไทยเป็นประเทศในเอเชียตะวันออกเฉียงใต้มีกรุงเทพมหานครเป็นเมืองหลวง";
  const std::string chinese = "中国位于亚洲东部是世界上人口最多的国家之一首都是北京";
  const DedupSummary done =
      dedup(of({thai, thai + "ของประเทศ", chinese, chinese + "城", "some words"}));
  EXPECT_EQ(done.kept, 3u);
  EXPECT_EQ(done.found.unspaced, 4u);
  EXPECT_EQ(done.found.by_letters, 3u);  // Han is not letters
}

}  // namespace
}  // namespace whorl
