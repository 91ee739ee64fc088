// Which words of near passages are cut, compared with a plain version.
#include <set>
#include <vector>

#include "cut_repeats.h"
#include "jobs/repeats/near_passages.h"
#include "jobs/repeats/near_seeds.h"
#include "passages/near/near_rule.h"

namespace whorl {
namespace {

using internal::near::NearRule;
using test::CutRepeats;
using test::joined;
using test::json;
using test::lines_of;
using test::Words;
using test::words_of;

// Applies the definition in docs/methods.md to words, starting from each run of equal words.
class NearTwin {
 public:
  explicit NearTwin(const NearRule& rule) : rule_(rule) {}

  // Marks each word of `later` that is in a near passage of `earlier`.
  std::vector<bool> marks(const Words& later, const Words& earlier) const {
    std::vector<bool> marks(later.size());
    for (std::size_t i = 0; i < later.size(); ++i) {
      for (std::size_t j = 0; j < earlier.size(); ++j) {
        if (run(later, earlier, i, j) >= rule_.seed) mark(later, earlier, i, j, marks);
      }
    }
    return marks;
  }

 private:
  struct Run {
    std::size_t later, earlier, size;
  };

  static std::size_t run(const Words& later, const Words& earlier, std::size_t i, std::size_t j) {
    std::size_t size = 0;
    while (i + size < later.size() && j + size < earlier.size() &&
           later[i + size] == earlier[j + size]) {
      ++size;
    }
    return size;
  }

  // The equal runs to the right of a position.
  std::vector<Run> follow(const Words& later, const Words& earlier, std::size_t i,
                          std::size_t j) const {
    std::vector<Run> runs = {{i, j, run(later, earlier, i, j)}};
    while (true) {
      const std::size_t end_i = runs.back().later + runs.back().size;
      const std::size_t end_j = runs.back().earlier + runs.back().size;
      std::optional<Run> best;
      std::array<std::size_t, 3> least{};
      for (std::size_t a = 0; a <= rule_.gap; ++a) {
        for (std::size_t b = 0; b <= rule_.gap; ++b) {
          const std::size_t size = run(later, earlier, end_i + a, end_j + b);
          const std::array<std::size_t, 3> cost = {std::max(a, b), std::max(a, b) - std::min(a, b),
                                                   a < b};
          if (a + b == 0 || size < internal::near::kShortestRun) continue;
          if (!best || cost < least) {
            best = {end_i + a, end_j + b, size};
            least = cost;
          }
        }
      }
      if (!best) return runs;
      runs.push_back(*best);
    }
  }

  void mark(const Words& later, const Words& earlier, std::size_t i, std::size_t j,
            std::vector<bool>& marks) const {
    const Words back_later(later.rend() - static_cast<std::ptrdiff_t>(i), later.rend());
    const Words back_earlier(earlier.rend() - static_cast<std::ptrdiff_t>(j), earlier.rend());
    std::vector<Run> runs;
    for (const Run& left : follow(back_later, back_earlier, 0, 0)) {
      runs.insert(runs.begin(),
                  {i - left.later - left.size, j - left.earlier - left.size, left.size});
    }
    const std::vector<Run> right = follow(later, earlier, i, j);
    runs.back().size += right.front().size;
    runs.insert(runs.end(), right.begin() + 1, right.end());
    for (std::size_t first = 0; first < runs.size(); ++first) {
      std::size_t equal = 0, columns = 0;
      for (std::size_t last = first; last < runs.size(); ++last) {
        const Run& run = runs[last];
        if (last > first) {
          const Run& before = runs[last - 1];
          columns += std::max(run.later - before.later - before.size,
                              run.earlier - before.earlier - before.size);
        }
        equal += run.size;
        columns += run.size;
        const std::size_t end = run.later + run.size;
        if (end - runs[first].later < rule_.least || !rule_.is_near(equal, columns)) continue;
        for (std::size_t k = runs[first].later; k < end; ++k) marks[k] = true;
      }
    }
  }

  NearRule rule_;
};

class NearPassages : public CutRepeats {
 protected:
  static constexpr double kShare = 0.8;
  static constexpr std::uint32_t kAtLeast = 20;

  RepeatOptions near() const {
    RepeatOptions o = options(kAtLeast);
    o.near = kShare;
    return o;
  }

  Words random_words(std::size_t size) {
    Words words(size);
    for (std::string& word : words) word = "w" + std::to_string(random_() % 2000);
    return words;
  }

  // Parts of earlier documents, with words changed, added and left out.
  std::vector<Words> documents_with_copies(std::size_t count) {
    std::vector<Words> documents;
    while (documents.size() < count) {
      Words words = random_words(random_() % 60);
      if (!documents.empty()) {
        const Words& source = documents[random_() % documents.size()];
        const std::size_t begin = source.empty() ? 0 : random_() % source.size();
        const std::size_t odds = 4 + random_() % 12;
        for (std::size_t i = begin; i < std::min(begin + 80, source.size()); ++i) {
          const bool changes = random_() % odds == 0;
          const auto kind = random_() % 3;
          if (!changes || kind == 1) words.push_back(source[i]);
          if (changes && kind != 2) words.push_back("x" + std::to_string(random_()));
        }
      }
      for (const std::string& word : random_words(random_() % 60)) words.push_back(word);
      documents.push_back(std::move(words));
    }
    return documents;
  }

  std::mt19937 random_{42};
};

TEST_F(NearPassages, CutsWhatThePlainTwinCuts) {
  const NearRule rule = *internal::near::make_near_rule(kShare, kAtLeast);
  const NearTwin twin(rule);
  std::size_t marked = 0;
  for (int round = 0; round < 20; ++round) {
    const auto documents = documents_with_copies(20);
    folder_.write("in.jsonl", lines_of(documents));
    CutRepeats::run(near());
    const Words cut = texts();
    ASSERT_EQ(cut.size(), documents.size());
    for (std::size_t i = 0; i < documents.size(); ++i) {
      std::vector<bool> marks(documents[i].size());
      for (std::size_t j = 0; j < i; ++j) {
        const auto more = twin.marks(documents[i], documents[j]);
        for (std::size_t k = 0; k < marks.size(); ++k) marks[k] = marks[k] || more[k];
      }
      Words left;
      for (std::size_t k = 0; k < marks.size(); ++k) {
        marked += marks[k];
        if (!marks[k]) left.push_back(documents[i][k]);
      }
      EXPECT_EQ(words_of(cut[i]), left) << "round " << round << ", document " << i;
    }
    EXPECT_EQ(restored(documents.size()), [&] {
      Words all;
      for (const Words& words : documents) all.push_back(joined(words));
      return all;
    }());
  }
  EXPECT_GT(marked, 5000U);
}

TEST_F(NearPassages, CutsAtLeastWhatIsEqual) {
  const auto documents = test::random_documents(3, 30, 3);
  folder_.write("in.jsonl", lines_of(documents));
  RepeatOptions exact = options(kAtLeast);
  CutRepeats::run(exact);
  const Words without = texts();
  exact.near = kShare;
  exact.overwrite = true;
  CutRepeats::run(exact);
  const Words with = texts();
  for (std::size_t i = 0; i < with.size(); ++i) {
    EXPECT_LE(words_of(with[i]).size(), words_of(without[i]).size()) << i;
  }
}

TEST_F(NearPassages, AreTheSameAtAnyMemoryAndThreads) {
  folder_.write("in.jsonl", lines_of(documents_with_copies(300)));
  RepeatOptions o = near();
  o.mark = true;
  std::set<std::string> outputs;
  for (const std::uint64_t memory : {16, 64, 512}) {
    for (const unsigned threads : {1, 3}) {
      o.limits.memory = memory << 20;
      o.limits.threads = threads;
      o.overwrite = true;
      CutRepeats::run(o);
      outputs.insert(folder_.read("out.jsonl"));
    }
  }
  EXPECT_EQ(outputs.size(), 1U);
}

// Passages of 50 to 200 words with each ninth word changed, inside unrelated texts.
TEST_F(NearPassages, WithEachNinthWordChanged) {
  std::vector<Words> documents;
  for (int i = 0; i < 100; ++i) documents.push_back(random_words(400));
  std::size_t planted = 0, others = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    const std::size_t size = 50 + random_() % 151, begin = random_() % (400 - size);
    Words words = random_words(random_() % 300);
    for (std::size_t j = 0; j < size; ++j) {
      words.push_back(j % 9 == 8 ? "x" + std::to_string(random_()) : documents[i][begin + j]);
    }
    for (const std::string& word : random_words(random_() % 300)) words.push_back(word);
    planted += size;
    others += words.size() - size;
    documents.push_back(std::move(words));
  }
  folder_.write("in.jsonl", lines_of(documents));
  RepeatOptions o = options(50);
  o.near = 0.85;
  const RepeatSummary summary = CutRepeats::run(o);
  EXPECT_GE(summary.cut_symbols, planted * 95 / 100);
  EXPECT_LE(summary.cut_symbols, planted + others / 100);
}

TEST_F(NearPassages, SayWhereAndHowEqual) {
  const Words first = random_words(60);
  Words second = first;
  second[10] = "changed";
  second[30] = "twice";
  folder_.write("in.jsonl", lines_of({first, random_words(5), second}));
  CutRepeats::run(near());
  const json removed = folder_.read_lines("out.removed.jsonl").at(0);
  const json& repeats = removed["pieces"][0]["repeats"];
  EXPECT_EQ(repeats, json::parse(R"([{"symbols":60,"id":"d0","symbol":0,"equal":0.966}])"));
}

// It has more seeds than are aligned at a time.
TEST_F(NearPassages, OfALongText) {
  const Words first = random_words(150'000);
  Words second = first;
  for (std::size_t i = 8; i < second.size(); i += 9) second[i] += "x";
  folder_.write("in.jsonl", lines_of({first, second}));
  CutRepeats::run(near());
  const json removed = folder_.read_lines("out.removed.jsonl").at(0);
  EXPECT_EQ(removed["pieces"].size(), 1U);
  EXPECT_EQ(removed["pieces"][0]["repeats"].size(), 1U);
  EXPECT_GE(removed["pieces"][0]["symbols"], 149'990);
}

// There are more copies of the text than are compared with each other.
TEST_F(NearPassages, AreFoundInManyCopiesOfOneText) {
  const Words text = random_words(60);
  std::vector<Words> documents;
  for (int i = 0; i < 300; ++i) {
    Words words = random_words(20);
    for (std::size_t j = 0; j < text.size(); ++j) {
      words.push_back(random_() % 15 == 0 ? "x" + std::to_string(random_()) : text[j]);
    }
    documents.push_back(words);
  }
  folder_.write("in.jsonl", lines_of(documents));
  const RepeatSummary summary = CutRepeats::run(near());
  EXPECT_GT(summary.cut_documents, 290U);
}

TEST_F(NearPassages, OfOtherTextsAlone) {
  const Words quoted = random_words(40);
  Words near_copy = quoted;
  near_copy[13] = "changed";
  Words twice = random_words(50);
  folder_.write("against.jsonl", lines_of({quoted}));
  folder_.write("in.jsonl", lines_of({twice, near_copy, twice}));
  RepeatOptions o = near();
  o.against = {folder_.path("against.jsonl")};
  CutRepeats::run(o);
  EXPECT_EQ(texts(), (Words{joined(twice), "", joined(twice)}));
}

TEST_F(NearPassages, OfTheInputAloneAreNone) {
  const Words quoted = random_words(8);
  Words other = quoted, text = random_words(15);
  for (const std::string& word : random_words(30)) other.push_back(word);
  text.insert(text.end(), quoted.begin(), quoted.end());
  for (const std::string& word : random_words(15)) text.push_back(word);
  Words near_copy = text;
  near_copy[3] = "changed";
  folder_.write("against.jsonl", lines_of({other}));
  folder_.write("in.jsonl", lines_of({text, near_copy}));
  RepeatOptions o = near();
  o.against = {folder_.path("against.jsonl")};
  CutRepeats::run(o);
  EXPECT_EQ(texts(), (Words{joined(text), joined(near_copy)}));
}

// After the exact passage there are only runs of three words, so the seed begins inside the
// passage.
TEST_F(NearPassages, GoOnBehindAnExactPassage) {
  const Words exact = random_words(60), end = random_words(11);
  Words whole = exact, changed = exact;
  whole.insert(whole.end(), end.begin(), end.end());
  for (const std::size_t i : {15, 30, 45}) changed[i] = "other" + std::to_string(i);
  changed.insert(changed.end(), end.begin(), end.end());
  for (const std::size_t i : {63, 67}) changed[i] = "other" + std::to_string(i);
  folder_.write("in.jsonl", lines_of({exact, changed, whole}));
  CutRepeats::run(near());
  EXPECT_EQ(texts()[2], "");
}

TEST(GramContext, HasWordsAfterAndBefore) {
  using internal::repeats::GramContext;
  const std::vector<std::uint64_t> one = {1, 2, 3, 10, 11, 4, 5, 6, 7, 8};
  const std::vector<std::uint64_t> before = {1, 2, 3, 10, 11, 94, 5, 6, 7, 8};
  const std::vector<std::uint64_t> after = {1, 2, 93, 10, 11, 4, 5, 96, 7, 8};
  const auto in_common = [&](const std::vector<std::uint64_t>& other) {
    return GramContext::in_common(GramContext::of(one, 3, 5), GramContext::of(other, 3, 5));
  };
  EXPECT_EQ(in_common(one), 8u);
  EXPECT_EQ(in_common(before), 3u);
  EXPECT_EQ(in_common(after), 2u);
}

TEST_F(NearPassages, RefusesOtherSymbolsThanWords) {
  folder_.write("in.jsonl", lines_of({random_words(5)}));
  RepeatOptions o = near();
  o.front_end = "text";
  const auto summary = cut_repeats(o, quiet_);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::invalid_argument);
}

TEST(PassageJoiner, ARestStandsWhereItsPassageHasIt) {
  internal::repeats::PassageJoiner joiner;
  EXPECT_FALSE(joiner.take({.at = 0, .first = 100, .symbols = 10}));
  const auto whole = joiner.take({.at = 5, .first = 205, .symbols = 10});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->end(), 10u);
  const auto rest = joiner.finish();
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->at, 10u);
  EXPECT_EQ(rest->first, 210u);
  EXPECT_EQ(rest->symbols, 5u);
}

}  // namespace
}  // namespace whorl
