// Which parts of a text nearly occur in a document, against a look at all stretches and all runs.
#include "jobs/collection/cluster/near_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "jobs/collection/cluster/shared_runs.h"
#include "near_marks.h"

namespace whorl::internal::cluster {
namespace {

using near::EqualRun;
using near::NearRule;
using near::NearSpan;
using Numbers = std::vector<int>;

constexpr std::uint32_t kSize = 3;

// A text and a document as shingles of kSize words, numbered by what the document has.
struct Ranked {
  std::vector<std::uint32_t> text;
  std::vector<std::uint32_t> document;

  Ranked(const Numbers& words, const Numbers& stored) {
    std::map<Numbers, std::uint32_t> numbers;
    for (auto at = stored.begin(); stored.end() - at >= kSize; ++at) {
      const auto number = static_cast<std::uint32_t>(numbers.size());
      document.push_back(numbers.emplace(Numbers(at, at + kSize), number).first->second);
    }
    for (auto at = words.begin(); words.end() - at >= kSize; ++at) {
      const auto found = numbers.find(Numbers(at, at + kSize));
      text.push_back(found == numbers.end() ? kForeign : found->second);
    }
  }
  RankedText ranked() const { return {text, kSize}; }
};

std::vector<NearSpan> of_set(const Numbers& text, const Numbers& document, const NearRule& rule) {
  return near_parts_of_set(Ranked(text, document).ranked(), rule);
}

std::vector<NearSpan> in_order(const Numbers& text, const Numbers& document, const NearRule& rule) {
  const Ranked ranked(text, document);
  auto parts = near_parts_in_order(ranked.ranked(), ranked.document, rule);
  std::ranges::sort(parts, {}, [](const NearSpan& part) {
    return std::tuple(part.at, part.first, part.symbols, part.first_symbols);
  });
  return parts;
}

// Which words of the text are in a shingle of the document.
std::vector<bool> equal_numbers(const Ranked& ranked, std::size_t words) {
  std::vector<bool> equal(words);
  for (std::size_t i = 0; i < ranked.text.size(); ++i) {
    if (ranked.text[i] == kForeign) continue;
    std::fill_n(equal.begin() + static_cast<std::ptrdiff_t>(i), kSize, true);
  }
  return equal;
}

// All maximal runs of equal shingles, by all pairs of places.
std::vector<EqualRun> plain_runs(const Ranked& ranked) {
  const auto& [text, document] = std::tie(ranked.text, ranked.document);
  std::vector<EqualRun> runs;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (std::size_t j = 0; j < document.size(); ++j) {
      if (text[i] != document[j]) continue;
      if (i > 0 && j > 0 && text[i - 1] == document[j - 1]) continue;
      std::size_t n = 0;
      while (i + n < text.size() && j + n < document.size() && text[i + n] == document[j + n]) ++n;
      runs.push_back({i, j, n + kSize - 1});
    }
  }
  return runs;
}

// The near passages of the alignments that each run in turn is put to, or begins.
std::vector<NearSpan> plain_in_order(const Ranked& ranked, const NearRule& rule) {
  std::vector<std::vector<EqualRun>> alignments;
  for (const EqualRun& run : plain_runs(ranked)) {
    std::tuple<std::int64_t, std::size_t, EqualRun> best{INT64_MAX, alignments.size(), run};
    for (std::size_t i = 0; i < alignments.size(); ++i) {
      const EqualRun& last = alignments[i].back();
      const auto behind = [](std::uint64_t begin, std::uint64_t end) {
        return static_cast<std::int64_t>(begin) - static_cast<std::int64_t>(end);
      };
      const std::int64_t a = behind(run.at, last.at + last.symbols);
      const std::int64_t b = behind(run.first, last.first + last.symbols);
      const std::int64_t overlap = std::max<std::int64_t>(0, -std::min(a, b));
      const std::int64_t columns = std::max(a, b) + overlap;
      if (static_cast<std::int64_t>(run.symbols) - overlap < 3) continue;
      if (columns > static_cast<std::int64_t>(rule.gap) || columns >= std::get<0>(best)) continue;
      const auto cut = static_cast<std::uint64_t>(overlap);
      best = {columns, i, {run.at + cut, run.first + cut, run.symbols - cut}};
    }
    if (std::get<1>(best) == alignments.size()) alignments.emplace_back();
    alignments[std::get<1>(best)].push_back(std::get<2>(best));
  }
  std::vector<NearSpan> parts;
  for (const auto& alignment : alignments) {
    for (const NearSpan& span : near::near_spans(alignment, rule)) parts.push_back(span);
  }
  std::ranges::sort(parts, {}, [](const NearSpan& part) {
    return std::tuple(part.at, part.first, part.symbols, part.first_symbols);
  });
  return parts;
}

// Numbers of `vocabulary`; no two in a row are equal.
Numbers random_words(std::mt19937& random, std::size_t count, int vocabulary) {
  Numbers words(count);
  for (int& word : words) word = static_cast<int>(random() % static_cast<unsigned>(vocabulary));
  return words;
}

// Some words changed, left out or added.
Numbers edited(const Numbers& words, std::mt19937& random) {
  Numbers out;
  for (const int word : words) {
    const auto edit = random() % 30;
    if (edit == 0) continue;
    out.push_back(edit == 1 ? -1 - static_cast<int>(random() % 1000) : word);
    if (edit == 2) out.push_back(-2000 - static_cast<int>(random() % 1000));
  }
  return out;
}

class RandomNearParts : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    document_ = random_words(random_, 120, GetParam());
    Numbers copy = edited(document_, random_);
    copy.resize(copy.size() / 2);
    text_ = random_words(random_, 20, 1000);
    text_.insert(text_.end(), copy.begin(), copy.end());
    for (int word : random_words(random_, 30, GetParam())) text_.push_back(word);
  }

  std::mt19937 random_{static_cast<unsigned>(GetParam())};
  Numbers document_;
  Numbers text_;
};

TEST_P(RandomNearParts, OfASetAreTheUnionsOfAllNearStretches) {
  std::size_t seen = 0;
  for (int round = 0; round < 200; ++round) {
    SetUp();
    const NearRule rule = *near::make_near_rule(0.6 + 0.05 * (round % 8), 8 + round % 30);
    const std::vector<bool> equal = equal_numbers(Ranked(text_, document_), text_.size());
    std::vector<bool> marks(text_.size());
    for (const NearSpan& part : of_set(text_, document_, rule)) {
      const auto begin = equal.begin() + static_cast<std::ptrdiff_t>(part.at);
      const auto end = begin + static_cast<std::ptrdiff_t>(part.symbols);
      EXPECT_EQ(part.equal, static_cast<std::uint64_t>(std::count(begin, end, true)));
      EXPECT_EQ(part.columns, part.symbols);
      for (std::uint64_t i = part.at; i < part.at + part.symbols; ++i) {
        EXPECT_FALSE(marks[i]) << "parts overlap";
        marks[i] = true;
      }
      ++seen;
    }
    EXPECT_EQ(marks, near_marks(equal, rule)) << "round " << round;
  }
  EXPECT_GT(seen, 50U);
}

TEST_P(RandomNearParts, InOrderAreThoseOfAllRuns) {
  std::size_t seen = 0;
  for (int round = 0; round < 200; ++round) {
    SetUp();
    const NearRule rule = *near::make_near_rule(0.6 + 0.05 * (round % 8), 8 + round % 30);
    const auto parts = in_order(text_, document_, rule);
    EXPECT_EQ(parts, plain_in_order(Ranked(text_, document_), rule)) << "round " << round;
    const auto of_any_order = of_set(text_, document_, rule);
    for (const NearSpan& part : parts) {
      EXPECT_TRUE(std::ranges::any_of(of_any_order,
                                      [&](const NearSpan& wide) {
                                        return wide.at <= part.at &&
                                               wide.at + wide.symbols >= part.at + part.symbols;
                                      }))
          << "round " << round;
    }
    seen += parts.size();
  }
  EXPECT_GT(seen, 50U);
}

INSTANTIATE_TEST_SUITE_P(Vocabularies, RandomNearParts, testing::Values(6, 12, 40, 2000));

Numbers counted(int from, int to) {
  Numbers words;
  for (int word = from; word < to; ++word) words.push_back(word);
  return words;
}

Numbers operator+(Numbers a, const Numbers& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(NearParts, MayHaveTheirRunsInAnyOrderWhereThereIsNone) {
  const NearRule rule = *near::make_near_rule(0.9, 50);
  const Numbers text = counted(0, 60);
  const Numbers swapped = counted(30, 60) + counted(0, 30);
  ASSERT_EQ(of_set(text, swapped, rule).size(), 1U);
  EXPECT_EQ(of_set(text, swapped, rule).front().symbols, 60U);
  EXPECT_TRUE(in_order(text, swapped, rule).empty());
}

TEST(NearParts, HaveGapsOfSoManyWordsInEitherText) {
  const NearRule rule = *near::make_near_rule(0.9, 50);
  for (const int more : {0, 1}) {
    const int gap = static_cast<int>(rule.gap) + more;
    const Numbers whole = counted(0, 160);
    const Numbers added = counted(0, 80) + counted(1000, 1000 + gap) + counted(80, 160);
    EXPECT_EQ(of_set(added, whole, rule).size(), 1U + more);
    EXPECT_EQ(in_order(added, whole, rule).size(), 1U + more);
    EXPECT_EQ(of_set(whole, added, rule).size(), 1U);
    EXPECT_EQ(in_order(whole, added, rule).size(), 1U + more);
  }
}

TEST(NearParts, CountTheLongerSideOfAGapInOrder) {
  const NearRule rule = *near::make_near_rule(0.9, 50);
  const Numbers document = counted(0, 30) + counted(100, 103) + counted(30, 60);
  EXPECT_EQ(of_set(counted(0, 60), document, rule),
            (std::vector<NearSpan>{{0, 0, 60, 60, 60, 60}}));
  EXPECT_EQ(in_order(counted(0, 60), document, rule),
            (std::vector<NearSpan>{{0, 0, 60, 63, 60, 63}}));
}

// A word that occurs twice in only one text is in the runs before and after it.
TEST(NearParts, AreJoinedWhereRunsOverlap) {
  const NearRule rule = *near::make_near_rule(0.9, 50);
  const Numbers once = counted(0, 60);
  const Numbers twice = counted(0, 31) + counted(30, 60);
  EXPECT_EQ(in_order(twice, once, rule), (std::vector<NearSpan>{{0, 0, 61, 60, 60, 61}}));
  EXPECT_EQ(in_order(once, twice, rule), (std::vector<NearSpan>{{0, 0, 60, 61, 60, 61}}));
}

// Pages with one header: its shingles occur in each, and the occurrence in this page is used.
TEST(NearParts, GoOnInFrequentShingles) {
  const NearRule rule = *near::make_near_rule(0.8, 50);
  Numbers document;
  for (int page = 0; page < 200; ++page) {
    document = document + counted(5000, 5020) + counted(20 * page, 20 * page + 20);
  }
  Numbers text(document.begin() + 4020, document.begin() + 6000);
  for (std::size_t i = 8; i < text.size(); i += 9) text[i] = -1 - static_cast<int>(i);
  const auto parts = in_order(text, document, rule);
  const auto all = std::ranges::find(parts, 1979U, &NearSpan::symbols);
  ASSERT_NE(all, parts.end());
  EXPECT_EQ(*all, (NearSpan{0, 4020, 1979, 1979, 1760, 1979}));
}

// The first page's header is found from what follows it.
TEST(NearParts, BeginInFrequentShingles) {
  Numbers document;
  for (int page = 0; page < 200; ++page) {
    document = document + counted(5000, 5020) + counted(20 * page, 20 * page + 20);
  }
  const Numbers page(document.begin() + 4000, document.begin() + 4040);
  const auto parts = in_order(page, document, *near::make_near_rule(0.9, 30));
  EXPECT_EQ(parts, (std::vector<NearSpan>{{0, 4000, 40, 40, 40, 40}}));
}

TEST(NearParts, LookAt32PlacesOfAShingle) {
  const NearRule rule = *near::make_near_rule(0.9, 10);
  for (const std::size_t places : {32, 33}) {
    Numbers document;
    for (std::size_t i = 0; i < places; ++i) {
      document = document + counted(0, 12) + Numbers{1000 + static_cast<int>(i)};
    }
    EXPECT_EQ(in_order(counted(0, 12), document, rule).size(), 32U) << places;
  }
}

TEST(NearParts, AreNoneOfTextsWithoutShingles) {
  const NearRule rule = *near::make_near_rule(0.9, 10);
  EXPECT_TRUE(of_set({}, counted(0, 60), rule).empty());
  EXPECT_TRUE(in_order({}, counted(0, 60), rule).empty());
  EXPECT_TRUE(in_order(counted(0, 60), {}, rule).empty());
}

}  // namespace
}  // namespace whorl::internal::cluster
