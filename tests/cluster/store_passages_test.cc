// Parts of a text that stand in a store, against what a plain look at all texts finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "../temp_folder.h"
#include "cluster/passage_cover.h"
#include "themed.h"
#include "whorl/store.h"

namespace whorl::internal::cluster {
namespace {

using Words = std::vector<std::string>;

constexpr std::uint32_t kShingle = 3;
constexpr std::uint64_t kAtLeast = 12;

Words words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

std::set<Words> shingles_of(const Words& words) {
  std::set<Words> all;
  for (auto at = words.begin(); words.end() - at >= kShingle; ++at) all.insert({at, at + kShingle});
  return all;
}

// Where runs begin and how many words they have.
std::set<std::pair<std::uint64_t, std::uint64_t>> runs_in(const Words& text,
                                                          const std::set<Words>& held) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> runs;
  const std::size_t places = text.size() < kShingle ? 0 : text.size() - kShingle + 1;
  for (std::size_t begin = 0, end = 0; begin < places; begin = end + 1) {
    for (end = begin; end < places; ++end) {
      const auto at = text.begin() + static_cast<std::ptrdiff_t>(end);
      if (!held.contains(Words(at, at + kShingle))) break;
    }
    const std::uint64_t symbols = end - begin + kShingle - 1;
    if (end > begin && symbols >= kAtLeast) runs.emplace(begin, symbols);
  }
  return runs;
}

class StorePassages : public testing::Test {
 protected:
  ClusterOptions options() const {
    ClusterOptions o;
    o.input.inputs = {folder_.path("in.jsonl")};
    o.store = folder_.path("store");
    o.shingling.shingle = kShingle;
    o.shingling.sketch = "all";
    return o;
  }

  StoreReader made(const ClusterOptions& o) {
    folder_.write("in.jsonl", test::joined(lines_));
    EXPECT_TRUE(whorl::cluster(o, quiet_));
    auto store = StoreReader::open(o.store);
    EXPECT_TRUE(store) << store.error().message;
    return std::move(*store);
  }

  // Pieces of the texts with words between that none has.
  std::string patched(std::mt19937& random) const {
    std::string text;
    for (int piece = 0; piece < 6; ++piece) {
      const Words from = words_of(texts_[random() % texts_.size()]);
      const std::size_t begin = random() % from.size();
      const std::size_t end = std::min(from.size(), begin + random() % 40);
      for (std::size_t i = begin; i < end; ++i) text += from[i] + (random() % 5 ? " " : ",\n");
      if (random() % 3) text += "fresh" + std::to_string(random()) + " ";
    }
    return text;
  }

  test::TempFolder folder_{"passages"};
  NoProgress quiet_;
  std::vector<std::string> lines_ = test::themed_lines(60, 5, "d");
  std::vector<std::string> texts_ = test::themed_texts(60, 5);
};

TEST_F(StorePassages, AreThoseThatAPlainLookFinds) {
  const StoreReader store = made(options());
  std::mt19937 random(1);
  std::size_t seen = 0;
  for (int round = 0; round < 40; ++round) {
    const std::string text = patched(random);
    std::string plain = text;
    std::ranges::replace(plain, ',', ' ');
    const Words words = words_of(plain);
    std::vector<bool> wanted(words.size()), covered(words.size());
    std::vector<std::set<std::pair<std::uint64_t, std::uint64_t>>> runs;
    std::set<std::string> distinct(texts_.begin(), texts_.end());
    for (const std::string& stored : distinct) {
      runs.push_back(runs_in(words, shingles_of(words_of(stored))));
      for (const auto& [at, symbols] : runs.back()) {
        std::fill_n(wanted.begin() + static_cast<std::ptrdiff_t>(at), symbols, true);
      }
    }
    const auto found = store.passages(text, {.at_least = kAtLeast});
    ASSERT_TRUE(found) << found.error().message;
    for (const StoredPassage& p : *found) {
      ++seen;
      std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(p.at), p.symbols, true);
      EXPECT_EQ(p.text, text.substr(p.bytes.begin, p.bytes.end - p.bytes.begin));
      EXPECT_TRUE(p.text.starts_with(words[p.at]));
      EXPECT_TRUE(p.text.ends_with(words[p.at + p.symbols - 1]));
      const std::string& holder = texts_[std::stoul(p.document.id.substr(1))];
      EXPECT_TRUE(runs_in(words, shingles_of(words_of(holder))).contains({p.at, p.symbols}));
      const auto holds = [&](const auto& of_text) {
        return std::ranges::any_of(of_text, [&](const auto& run) {
          return run.first <= p.at && run.first + run.second >= p.at + p.symbols;
        });
      };
      EXPECT_EQ(p.documents, static_cast<std::uint64_t>(std::ranges::count_if(runs, holds)));
    }
    EXPECT_EQ(wanted, covered);
  }
  EXPECT_GT(seen, 50u);
}

TEST_F(StorePassages, OfAPageAreBytesOfThePage) {
  const StoreReader store = made(options());
  const std::string page = "<html><body><p>before</p><p>" + texts_[0] + "</p></body></html>";
  const auto found = store.passages_of_file(folder_.write("page.html", page), {.at_least = 20});
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->size(), 1u);
  EXPECT_TRUE(texts_[0].starts_with(found->front().text));
  EXPECT_EQ(found->front().at, 1u);
}

TEST_F(StorePassages, AreAsManyAsAreAskedFor) {
  const StoreReader store = made(options());
  std::string text;
  for (const std::string& one : texts_) text += one + " fresh" + std::to_string(text.size()) + " ";
  EXPECT_EQ(store.passages(text, {.at_least = 20, .limit = 3})->size(), 3u);
  EXPECT_TRUE(store.passages("nothing of this is there", {.at_least = 3})->empty());
  EXPECT_TRUE(store.passages("two words", {.at_least = 3})->empty());
}

TEST_F(StorePassages, AreRefusedWhereTheStoreCannotTell) {
  const auto refused = [](const StoreReader& store, const StoredPassageOptions& asked) {
    const auto found = store.passages("some words of a text", asked);
    return found ? std::string() : found.error().message;
  };
  const StoreReader store = made(options());
  EXPECT_NE(refused(store, {.at_least = 2}).find("as a shingle of the store, 3"),
            std::string::npos);
  EXPECT_NE(refused(store, {.limit = 0}).find("from 1"), std::string::npos);
  ClusterOptions sampled = options();
  sampled.store = folder_.path("sampled");
  sampled.shingling.sketch = "mod:25";
  sampled.join.verify = false;
  EXPECT_NE(refused(made(sampled), {}).find("without --no-verify"), std::string::npos);
}

TEST(CoveringRuns, LeaveOutWhatLongerOnesHold) {
  const std::vector<HeldRun> runs = {{0, 5, 3}, {2, 9, 1}, {2, 9, 0}, {12, 4, 2}, {3, 4, 4}};
  const auto shown = covering_runs(runs, 10);
  ASSERT_EQ(shown.size(), 3u);
  EXPECT_EQ(shown[0].run.doc, 3u);
  EXPECT_EQ(shown[1].run.doc, 0u);
  EXPECT_EQ(shown[1].documents, 2u);
  EXPECT_EQ(shown[2].run.at, 12u);
  EXPECT_EQ(covering_runs(runs, 1).size(), 1u);
  EXPECT_TRUE(covering_runs({}, 1).empty());
}

}  // namespace
}  // namespace whorl::internal::cluster
