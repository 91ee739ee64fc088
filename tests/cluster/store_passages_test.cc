// Parts of a text that occur in a store, compared with a plain search of all texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "../temp_folder.h"
#include "jobs/collection/cluster/passage_cover.h"
#include "near_marks.h"
#include "passages/near/near_rule.h"
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

// Positions of `part` in `text`.
std::vector<std::uint64_t> places_in(const Words& text, const Words& part) {
  std::vector<std::uint64_t> places;
  for (auto at = text.begin();; ++at) {
    at = std::search(at, text.end(), part.begin(), part.end());
    if (at == text.end()) return places;
    places.push_back(static_cast<std::uint64_t>(at - text.begin()));
  }
}

// Marks the words of `text` that are in a run of kAtLeast words that occurs in `stored`.
void mark_standing(const Words& text, const Words& stored, std::vector<bool>& wanted) {
  for (std::size_t at = 0; at + kAtLeast <= text.size(); ++at) {
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(at);
    if (places_in(stored, {begin, begin + kAtLeast}).empty()) continue;
    std::fill_n(wanted.begin() + static_cast<std::ptrdiff_t>(at), kAtLeast, true);
  }
}

// Which words of `text` are in a shingle of a document that has `held`.
std::vector<bool> equal_words(const Words& text, const std::set<Words>& held) {
  std::vector<bool> equal(text.size());
  for (auto at = text.begin(); text.end() - at >= kShingle; ++at) {
    if (!held.contains({at, at + kShingle})) continue;
    std::fill_n(equal.begin() + (at - text.begin()), kShingle, true);
  }
  return equal;
}

// The length of the longest common subsequence.
std::size_t common_words(const Words& a, const Words& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (const std::string& word : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = word == b[j] ? diagonal + 1 : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return row.back();
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

  // Texts of so few words that they have each other's shingles in another order, though none has
  // just those of another.
  void add_texts_of_few_words() {
    std::mt19937 random(3);
    for (int i = 0; i < 20; ++i) {
      std::string text;
      for (int w = 0; w < 60; ++w) text += std::string(1, "wxyz"[random() % 4]) + "  ";
      text += text.substr(0, 60);  // what begins it ends it too
      const std::string id = "d" + std::to_string(texts_.size());
      lines_.push_back(nlohmann::json{{"id", id}, {"text", text}}.dump());
      texts_.push_back(text);
    }
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

  // Pieces as those, with a word in ten changed.
  std::string changed(std::mt19937& random) const {
    std::string plain = patched(random), text;
    std::ranges::replace(plain, ',', ' ');
    for (const std::string& word : words_of(plain)) {
      text += (random() % 10 ? word : "other" + std::to_string(random())) + " ";
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

TEST_F(StorePassages, OfAStoreWithPositionsStandWhereItSays) {
  add_texts_of_few_words();
  ClusterOptions asked = options();
  asked.positions = true;
  const StoreReader store = made(asked);
  std::map<std::string, Words> distinct;
  for (const std::string& stored : texts_) distinct[stored] = words_of(stored);
  std::mt19937 random(2);
  std::size_t seen = 0, repeated = 0;
  for (int round = 0; round < 40; ++round) {
    std::string plain = patched(random);
    const auto found = store.passages(plain, {.at_least = kAtLeast});
    ASSERT_TRUE(found) << found.error().message;
    std::ranges::replace(plain, ',', ' ');
    const Words words = words_of(plain);
    std::vector<bool> wanted(words.size()), covered(words.size());
    for (const auto& [text, stored] : distinct) mark_standing(words, stored, wanted);
    for (const StoredPassage& p : *found) {
      const auto begin = words.begin() + static_cast<std::ptrdiff_t>(p.at);
      const Words part(begin, begin + static_cast<std::ptrdiff_t>(p.symbols));
      std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(p.at), p.symbols, true);
      const std::string& holder = texts_[std::stoul(p.document.id.substr(1))];
      std::vector<std::uint64_t> places;
      for (const StoredPlace& place : p.places) {
        places.push_back(place.at);
        EXPECT_EQ(words_of(holder.substr(place.bytes.begin, place.bytes.end - place.bytes.begin)),
                  part);
      }
      EXPECT_EQ(places, places_in(distinct[holder], part));
      EXPECT_EQ(p.times, places.size());
      EXPECT_GT(p.times, 0u);
      EXPECT_EQ(p.documents,
                static_cast<std::uint64_t>(std::ranges::count_if(distinct, [&](const auto& one) {
                  return !places_in(one.second, part).empty();
                })));
      ++seen;
      repeated += p.times > 1;
    }
    EXPECT_EQ(wanted, covered) << round;
  }
  EXPECT_GT(seen, 50u);
  EXPECT_GT(repeated, 0u);
}

TEST_F(StorePassages, NearOnesAreThoseThatAPlainLookFinds) {
  const StoreReader store = made(options());
  const near::NearRule rule = *near::make_near_rule(0.75, kAtLeast);
  const std::set<std::string> distinct(texts_.begin(), texts_.end());
  std::mt19937 random(4);
  std::size_t changed_ones = 0;
  for (int round = 0; round < 40; ++round) {
    const std::string text = changed(random);
    const Words words = words_of(text);
    std::vector<bool> wanted(words.size()), covered(words.size());
    std::map<std::string, std::vector<bool>> equal, marks;
    for (const std::string& stored : distinct) {
      equal[stored] = equal_words(words, shingles_of(words_of(stored)));
      marks[stored] = near_marks(equal[stored], rule);
      const std::vector<bool>& near = marks[stored];
      std::transform(near.begin(), near.end(), wanted.begin(), wanted.begin(), std::logical_or<>());
    }
    const auto found = store.passages(text, {.at_least = kAtLeast, .near = 0.75});
    ASSERT_TRUE(found) << found.error().message;
    for (const StoredPassage& p : *found) {
      const auto first = static_cast<std::ptrdiff_t>(p.at);
      const auto last = first + static_cast<std::ptrdiff_t>(p.symbols);
      std::fill(covered.begin() + first, covered.begin() + last, true);
      EXPECT_EQ(p.text, text.substr(p.bytes.begin, p.bytes.end - p.bytes.begin));
      const std::vector<bool>& there = equal[texts_[std::stoul(p.document.id.substr(1))]];
      const auto count = std::count(there.begin() + first, there.begin() + last, true);
      EXPECT_EQ(p.equal, static_cast<double>(1000 * count / (last - first)) / 1000);
      EXPECT_EQ(p.documents,
                static_cast<std::uint64_t>(std::ranges::count_if(marks, [&](const auto& one) {
                  return std::all_of(one.second.begin() + first, one.second.begin() + last,
                                     [](bool marked) { return marked; });
                })));
      changed_ones += *p.equal < 1;
    }
    EXPECT_EQ(wanted, covered) << round;
  }
  EXPECT_GT(changed_ones, 50u);
}

TEST_F(StorePassages, NearOnesOfAStoreWithPositionsStandWhereItSays) {
  ClusterOptions asked = options();
  asked.positions = true;
  const StoreReader store = made(asked);
  std::mt19937 random(5);
  std::size_t changed_ones = 0;
  for (int round = 0; round < 40; ++round) {
    const std::string text = changed(random);
    const Words words = words_of(text);
    const auto found = store.passages(text, {.at_least = kAtLeast, .near = 0.75});
    const auto equal = store.passages(text, {.at_least = kAtLeast});
    ASSERT_TRUE(found && equal);
    std::vector<bool> wanted(words.size()), covered(words.size());
    for (const StoredPassage& p : *equal) {
      std::fill_n(wanted.begin() + static_cast<std::ptrdiff_t>(p.at), p.symbols, true);
    }
    for (const StoredPassage& p : *found) {
      const auto begin = words.begin() + static_cast<std::ptrdiff_t>(p.at);
      const Words part(begin, begin + static_cast<std::ptrdiff_t>(p.symbols));
      std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(p.at), p.symbols, true);
      const std::string& holder = texts_[std::stoul(p.document.id.substr(1))];
      EXPECT_EQ(p.times, p.places.size());
      EXPECT_GT(p.times, 0u);
      for (const StoredPlace& place : p.places) {
        const Words there =
            words_of(holder.substr(place.bytes.begin, place.bytes.end - place.bytes.begin));
        EXPECT_EQ(there.front(), words_of(holder).at(place.at));
        EXPECT_GE(static_cast<double>(common_words(part, there)),
                  *p.equal * static_cast<double>(std::max(part.size(), there.size())));
        EXPECT_EQ(part.front(), there.front());
        EXPECT_EQ(part.back(), there.back());
      }
      changed_ones += *p.equal < 1;
    }
    for (std::size_t i = 0; i < words.size(); ++i) EXPECT_LE(wanted[i], covered[i]) << round;
  }
  EXPECT_GT(changed_ones, 50u);
}

// Every ninth word of a passage is another one, and in the second text its two parts change places.
TEST_F(StorePassages, NearOnesAreInOrderWhereTheStoreKnowsIt) {
  Words part, swapped;
  for (int i = 0; i < 100; ++i) part.push_back((i % 9 == 4 ? "new" : "w") + std::to_string(i));
  swapped.insert(swapped.end(), part.begin() + 45, part.end());
  swapped.insert(swapped.end(), part.begin(), part.begin() + 45);
  const auto joined = [](const Words& words) {
    std::string text;
    for (const std::string& word : words) text += word + " ";
    return text;
  };
  Words original;
  for (int i = 0; i < 100; ++i) original.push_back("w" + std::to_string(i));
  lines_ = {nlohmann::json{{"id", "d"}, {"text", "before it " + joined(original)}}.dump()};
  for (const bool positions : {false, true}) {
    ClusterOptions asked = options();
    asked.store = folder_.path(positions ? "placed" : "sets");
    asked.positions = positions;
    const StoreReader store = made(asked);
    EXPECT_TRUE(store.passages(joined(part), {.at_least = 60})->empty());
    for (const auto& [text, wanted] : {std::pair(part, true), std::pair(swapped, !positions)}) {
      const auto found = store.passages(joined(text), {.at_least = 60, .near = 0.85});
      ASSERT_TRUE(found) << found.error().message;
      ASSERT_EQ(found->size(), wanted ? 1u : 0u) << positions;
      if (!wanted) continue;
      EXPECT_EQ(found->front().symbols, 100u);
      EXPECT_EQ(found->front().equal, 0.89);
      EXPECT_EQ(found->front().times, positions ? 1u : 0u);
      if (positions) {
        EXPECT_EQ(found->front().places.front().at, 2u);
      }
    }
  }
}

// Twice in one document, once of it only the beginning.
TEST_F(StorePassages, NearOnesArePlacedWhereAllOfThemStands) {
  std::string text, stored;
  for (int i = 0; i < 100; ++i) text += "w" + std::to_string(i) + " ";
  for (const int end : {60, 100}) {
    for (int i = 0; i < end; ++i) {
      stored += (i % 9 == 8 ? "new" : "w") + std::to_string(i) + " ";
    }
    stored += "some words that are not in it ";
  }
  lines_ = {nlohmann::json{{"id", "d"}, {"text", stored}}.dump()};
  ClusterOptions asked = options();
  asked.positions = true;
  const auto found = made(asked).passages(text, {.at_least = 40, .near = 0.85});
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ(found->front().symbols, 98u) << "a word behind the last change is no shingle";
  ASSERT_EQ(found->front().times, 1u);
  EXPECT_EQ(found->front().places.front().at, 67u);
}

// A document of three verses in any order: each shingle has more places than are looked at.
TEST_F(StorePassages, NearOnesHaveAllEqualOnesAmongThem) {
  std::mt19937 random(6);
  std::string text, part;
  for (int i = 0; i < 600; ++i) {
    const auto verse = std::to_string(random() % 3);
    for (int word = 0; word < 12; ++word) {
      text += "w" + verse + "-" + std::to_string(word) + " ";
      if (i >= 500 && i < 510) part += "w" + verse + "-" + std::to_string(word) + " ";
    }
  }
  lines_ = {nlohmann::json{{"id", "d"}, {"text", text}}.dump()};
  ClusterOptions asked = options();
  asked.positions = true;
  const auto found = made(asked).passages(part, {.at_least = 120, .near = 0.85});
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ(found->front().symbols, 240u);
  EXPECT_EQ(found->front().equal, 1);
  EXPECT_EQ(found->front().times, 1u);
  EXPECT_EQ(found->front().places.front().at, 12'000u);
}

TEST_F(StorePassages, StandInPagesAndInTextsWithEscapes) {
  const std::string words = texts_[0].substr(0, texts_[0].size() - 1);
  const std::string page = "<html><body><p>before &amp; now</p><p>" + words + "</p></body></html>";
  std::filesystem::create_directories(folder_ / "pages");
  folder_.write("pages/a.html", page);
  const std::string text = "\"quoted\"\n\xC3\xA4 " + words;
  folder_.write("in.jsonl", nlohmann::json{{"id", "line"}, {"text", text}}.dump());
  ClusterOptions asked = options();
  asked.positions = true;
  for (const auto& [input, whole] : {std::pair("pages", page), std::pair("in.jsonl", text)}) {
    asked.input.inputs = {folder_.path(input)};
    asked.store = folder_.path(std::string(input) + "-store");
    ASSERT_TRUE(whorl::cluster(asked, quiet_));
    const auto store = StoreReader::open(asked.store);
    ASSERT_TRUE(store) << store.error().message;
    const auto found = store->passages("fresh " + words, {.at_least = 20});
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(found->size(), 1u);
    ASSERT_EQ(found->front().places.size(), 1u);
    const ByteRange bytes = found->front().places.front().bytes;
    EXPECT_EQ(whole.substr(bytes.begin, bytes.end - bytes.begin), words);
    EXPECT_EQ(found->front().places.front().at, 2u);
  }
}

TEST_F(StorePassages, HaveNoPlacesWhereTheStoreKeepsNone) {
  const StoreReader store = made(options());
  const auto found = store.passages(texts_[0], {.at_least = 20});
  ASSERT_TRUE(found && !found->empty());
  EXPECT_TRUE(found->front().places.empty());
  EXPECT_EQ(found->front().times, 0u);
}

TEST_F(StorePassages, NamesWhatPositionsCannotBeKeptWith) {
  folder_.write("in.jsonl", test::joined(lines_));
  const auto refused = [&](auto change) {
    ClusterOptions asked = options();
    asked.positions = true;
    change(asked);
    const auto made = whorl::cluster(asked, quiet_);
    return made ? "nothing" : made.error().message;
  };
  EXPECT_NE(refused([](auto& o) { o.join.verify = false; }).find("--no-verify"), std::string::npos);
  EXPECT_NE(refused([](auto& o) { o.join.common = 9; }).find("--common"), std::string::npos);
  EXPECT_NE(refused([](auto& o) { o.join.pairs = "classic"; }).find("classic"), std::string::npos);
  EXPECT_NE(refused([](auto& o) { o.input.features_field = "f"; }).find("features"),
            std::string::npos);
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
  EXPECT_NE(refused(store, {.at_least = 2}).find("than a shingle of the store, 3"),
            std::string::npos);
  EXPECT_NE(refused(store, {.limit = 0}).find("at least 1"), std::string::npos);
  EXPECT_NE(refused(store, {.near = 0.5}).find("from 0.6"), std::string::npos);
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

TEST(KeepLongest, LeavesOutWhatLiesInAnotherRun) {
  std::vector<HeldRun> runs = {
      {4, 3, 0, 900}, {0, 9, 0, 850}, {0, 9, 0, 900}, {0, 5, 0}, {5, 6, 0}};
  keep_longest(runs);
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].shingles, 9u);
  EXPECT_EQ(runs[0].equal, 900u);
  EXPECT_EQ(runs[1].at, 5u);
}

}  // namespace
}  // namespace whorl::internal::cluster
