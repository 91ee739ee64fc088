// How surprising passages are: counts against plain ones, expectations against what random texts
// share, and who is left out.
#include "jobs/compare/scoring/chance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "in_memory.h"

namespace whorl::internal::compare::scoring {
namespace {

using Random = std::mt19937;
using Texts = std::vector<std::string>;

corpus::Corpus corpus_of(const Texts& texts) {
  CompareOptions options;
  options.matching.recipe = "text/k=4/winnow:w=1";
  std::vector<SubmissionSource> sources;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    sources.push_back(in_memory::one_file("s" + std::to_string(1000 + i) + ".txt", texts[i]));
  }
  NoProgress progress;
  return corpus::build_corpus(std::move(sources), {}, *corpus::Settings::resolve(options), 2,
                              progress);
}

ClassText class_of(const corpus::Corpus& corpus, unsigned threads = 2) {
  return {corpus, corpus.files[0].class_salt, threads, NoProgress()};
}

std::string uniform_text(Random& random, std::size_t length, int letters) {
  std::string text;
  while (text.size() < length) text += static_cast<char>('a' + random() % letters);
  return text;
}

// Over four letters, each followed by the next one in seven of ten cases.
std::string markov_text(Random& random, std::size_t length) {
  std::string text(1, static_cast<char>('a' + random() % 4));
  while (text.size() < length) {
    const int step = random() % 10 < 7 ? 1 : static_cast<int>(random() % 4);
    text += static_cast<char>('a' + (text.back() - 'a' + step) % 4);
  }
  return text;
}

Texts made(std::size_t count, const std::function<std::string()>& make) {
  Texts texts;
  for (std::size_t i = 0; i < count; ++i) texts.push_back(make());
  return texts;
}

TEST(MinimumTree, FindsWhatALookAtEachNumberFinds) {
  Random random(1);
  for (const std::size_t size : {1, 2, 16, 17, 255, 257, 5000}) {
    std::vector<std::uint8_t> numbers;
    for (std::size_t i = 0; i < size; ++i) numbers.push_back(random() % 9);
    numbers.front() = numbers.back() = 0;
    const MinimumTree tree(numbers);
    for (std::size_t at = 0; at < size; at += 1 + at / 50) {
      for (const std::uint8_t bound : {1, 2, 5, 8}) {
        std::size_t next = at, last = at;
        while (numbers[next] >= bound) ++next;
        while (numbers[last] >= bound) --last;
        ASSERT_EQ(tree.next_below(at, bound), next) << size << " " << at;
        ASSERT_EQ(tree.last_below(at, bound), last) << size << " " << at;
      }
    }
  }
}

// How many positions of `text` are followed by what follows `position`; ends of stretches are 0.
std::uint32_t plain_count(const std::vector<std::uint32_t>& text, std::size_t position,
                          std::size_t length) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i + length <= text.size(); ++i) {
    count += std::equal(text.begin() + i, text.begin() + i + length, text.begin() + position);
  }
  return count;
}

TEST(SuffixOrder, CountsAnyNgram) {
  Random random(2);
  for (const std::uint32_t alphabet : {1u, 2u, 3u, 300u, 70'000u}) {
    std::vector<std::uint32_t> text, before_end;
    for (int i = 0; i < 900; ++i) {
      const bool ends = i == 899 || (i > 250 && random() % 60 == 0);  // a long stretch first
      text.push_back(ends ? 0 : i % 7 == 0 ? alphabet : 1 + random() % std::min(alphabet, 3u));
    }
    const SuffixOrder order(text, alphabet, 3, NoProgress());
    for (std::size_t at = 0; at < text.size(); at += 3) {
      for (const std::uint32_t length : {1u, 2u, 3u, 8u, 17u, 63u, 64u}) {
        if (at + length > text.size()) break;
        if (std::count(text.begin() + at, text.begin() + at + length, 0u) > 0) break;
        const auto position = static_cast<std::uint32_t>(at);
        const SuffixOrder::Ranks ranks = order.widened(order.only(position), length);
        ASSERT_EQ(ranks.size(), plain_count(text, at, length)) << alphabet << " " << at;
        ASSERT_EQ(order.position_at(order.rank_of(position)), position);
      }
    }
  }
}

// Three suffixes that share more symbols than one key contains; the first and the last share the
// most.
TEST(SuffixOrder, SortsBeyondTheFirstKey) {
  Random random(10);
  std::vector<std::uint32_t> start, text;
  for (int i = 0; i < 40; ++i) start.push_back(1 + random() % 3);
  for (const std::uint32_t last : {1u, 2u, 1u}) {
    text.insert(text.end(), start.begin(), start.end());
    text.insert(text.end(), {last, 0});
  }
  const SuffixOrder order(text, 3, 1, NoProgress());
  EXPECT_EQ(order.widened(order.only(0), 40).size(), 3u);
  EXPECT_EQ(order.widened(order.only(0), 41).size(), 2u);
}

int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t i = 0; i + part.size() <= text.size(); ++i) {
    count += text.compare(i, part.size(), part) == 0;
  }
  return count;
}

// The formula of docs/methods.md, with all texts searched for each n-gram.
double plain_bits(const Texts& counted, const std::string& passage, std::size_t alphabet) {
  const auto count = [&](const std::string& part) {
    int sum = 0;
    for (const std::string& text : counted) sum += occurrences(text, part);
    return sum - (part.empty() ? static_cast<int>(counted.size()) : 0);
  };
  double bits = 0;
  for (std::size_t i = 0; i < passage.size(); ++i) {
    double p = 1.0 / static_cast<double>(alphabet), most = 0;
    for (const std::uint32_t context : NgramModel::kContexts) {
      if (context > i) break;
      const std::string before = passage.substr(i - context, context);
      if (count(before) == 0) break;
      p = (count(before + passage[i]) + 2 * p) / (count(before) + 2);
      most = context <= 1 ? p : std::max(most, p);
    }
    bits -= std::log2(most);
  }
  return bits;
}

TEST(NgramModel, IsThatOfPlainCounts) {
  Random random(3);
  for (const int letters : {1, 2, 4}) {
    const std::string idiom = uniform_text(random, 40, letters);
    const Texts texts = made(9, [&] {
      return uniform_text(random, random() % 60, letters) + idiom.substr(random() % 20) +
             uniform_text(random, random() % 60, letters);
    });
    const corpus::Corpus corpus = corpus_of(texts);
    const ClassText text = class_of(corpus);
    const NgramModel model(text, {1, 4, 5});
    EXPECT_EQ(model.submissions(), 6u);
    const Texts counted{texts[0], texts[2], texts[3], texts[6], texts[7], texts[8]};
    for (const std::uint32_t owner : {1u, 4u, 0u}) {
      for (std::uint32_t begin = 0; begin < 20; begin += 4) {
        const auto length = static_cast<std::uint32_t>(texts[owner].size()) - begin;
        EXPECT_NEAR(model.bits(text.stretches(owner)[0].position + begin, length, 1e9),
                    plain_bits(counted, texts[owner].substr(begin), text.alphabet()), 1e-6);
      }
    }
  }
}

TEST(NgramModel, ReadsNoFurtherThanItTellsEnough) {
  Random random(4);
  const corpus::Corpus corpus = corpus_of(made(12, [&] { return uniform_text(random, 300, 4); }));
  const ClassText text = class_of(corpus);
  const NgramModel model(text, {0, 1});
  const double whole = model.bits(0, 300, 1e9), part = model.bits(0, 300, 30);
  EXPECT_GE(part, 30);
  EXPECT_LT(part, 50);
  EXPECT_GT(whole, 400);
}

// What pairs of independent texts share is no more than the model expects of them, and hardly less:
// over all pairs, and for n-grams short enough to be shared often.
void expect_as_many_as_counted(const Texts& texts, std::uint32_t length) {
  const corpus::Corpus corpus = corpus_of(texts);
  const ClassText text = class_of(corpus);
  double expected = 0, counted = 0;
  for (std::uint32_t a = 0; a < texts.size(); ++a) {
    const std::uint32_t b = (a + 1) % static_cast<std::uint32_t>(texts.size());
    const NgramModel model(text, a < b ? std::vector{a, b} : std::vector{b, a});
    for (std::uint32_t i = 0; i + length <= texts[a].size(); ++i) {
      const double bits = model.bits(text.stretches(a)[0].position + i, length, 1e9);
      expected += static_cast<double>(texts[b].size() - length + 1) * std::exp2(-bits);
      counted += occurrences(texts[b], texts[a].substr(i, length));
    }
  }
  EXPECT_GT(counted, 1000);
  EXPECT_GT(expected / counted, 1);
  EXPECT_LT(expected / counted, 2.5);
}

TEST(Chance, ExpectsOfUniformTextsWhatTheyShare) {
  Random random(5);
  expect_as_many_as_counted(made(60, [&] { return uniform_text(random, 800, 4); }), 7);
}

TEST(Chance, ExpectsOfMarkovTextsWhatTheyShare) {
  Random random(6);
  expect_as_many_as_counted(made(60, [&] { return markov_text(random, 800); }), 10);
}

std::optional<double> rarest_bits(const Pair& pair) {
  std::optional<double> most;
  for (const Passage& passage : pair.passages) most = std::max(most, passage.bits);
  return most;
}

// At most one in N pairs of independent texts has a passage of log2 N bits, and not much fewer have
// one of few bits.
TEST(Chance, IsKeptByRandomTexts) {
  Random random(7);
  CompareOptions options;
  options.matching.recipe = "text/k=6/winnow:w=1";
  options.ranking.limit = 0;
  std::vector<SubmissionSource> sources;
  for (int i = 0; i < 80; ++i) {
    sources.push_back(in_memory::one_file(std::to_string(i) + ".txt", markov_text(random, 400)));
  }
  const CompareReport report = in_memory::run(std::move(sources), options);
  const double pairs = 80 * 79 / 2;
  const auto share = [&](double at_least) {
    return static_cast<double>(std::ranges::count_if(
               report.pairs,
               [&](const Pair& pair) { return rarest_bits(pair) >= std::log2(at_least); })) /
           pairs;
  };
  for (const double n : {2, 5, 10, 100, 1000}) {
    const double most = 1 / n;
    EXPECT_LE(share(n), most + 3 * std::sqrt(most / pairs)) << n;
  }
  EXPECT_GT(share(2), 0.01);
  EXPECT_GT(share(10), 0.001);
}

TEST(Chance, EveryGapHasAPriceAndAllTogetherAreAHalf) {
  double sum = 0;
  for (std::uint32_t a = 0; a < 2000; ++a) {
    for (std::uint32_t b = 0; b < 2000; ++b) sum += std::exp2(-bits_of_gap(a, b));
  }
  EXPECT_LT(sum, 0.5);
  EXPECT_GT(sum, 0.499);
  EXPECT_GT(bits_of_gap(0xffff'ffff, 0xffff'ffff), 90);
}

// Who takes part in the runs below.
struct Class {
  Random random{8};
  std::vector<SubmissionSource> submissions = {};
  CompareOptions options = {};

  std::string own() { return uniform_text(random, 600, 8); }
  void add(const std::string& name, const std::string& text, const std::string& student = "") {
    submissions.push_back(in_memory::submission(name, {{"a.txt", text}}, student));
  }
  void add_pair(const std::string& passage) {
    add("ann", own() + passage);
    add("bob", passage + own());
  }
  void add_others(int count, const std::string& part = "") {
    for (int i = 0; i < count; ++i) add("other" + std::to_string(i), own() + part + own());
  }
  std::optional<double> of_ann_and_bob() {
    options.ranking.limit = 0;
    const CompareReport report = in_memory::run(submissions, options);
    const Pair* pair = in_memory::pair_of(report, "ann", "bob");
    EXPECT_NE(pair, nullptr);
    return pair == nullptr ? std::nullopt : rarest_bits(*pair);
  }
};

TEST(Chance, OfACopyIsSmall) {
  Class some;
  const std::string passage = uniform_text(some.random, 70, 8);
  some.add_pair(passage);
  some.add_others(15);
  EXPECT_GT(some.of_ann_and_bob(), 20);
  some.add("cid", some.own() + passage + some.own());  // a third copy explains nothing
  EXPECT_GT(some.of_ann_and_bob(), 20);
}

TEST(Chance, OfWhatManyHaveIsLarge) {
  Class some;
  const std::string passage = uniform_text(some.random, 70, 8);
  some.add_pair(passage);
  some.add_others(15, passage);
  const auto bits = some.of_ann_and_bob();
  ASSERT_TRUE(bits.has_value());
  EXPECT_LT(*bits, 10);
}

TEST(Chance, OfAShortPassageIsExplainedByOthersWhoHaveIt) {
  Class some;
  const std::string passage = uniform_text(some.random, 40, 8);
  some.add_pair(passage);
  some.add_others(15);
  EXPECT_GT(some.of_ann_and_bob(), 20);
  for (int i = 0; i < 5; ++i) some.add("has" + std::to_string(i), some.own() + passage);
  EXPECT_LT(some.of_ann_and_bob(), 10);
}

// Who writes the same many times over has it by himself.
TEST(Chance, OfWhatOneRepeatsIsLarge) {
  Class some;
  const std::string motif = uniform_text(some.random, 10, 8);
  const auto times = [&](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += motif;
    return text;
  };
  some.add_pair(times(20));
  some.add_others(15);
  EXPECT_GT(some.of_ann_and_bob(), 20);
  some.add("cid", times(100) + some.own());
  EXPECT_LT(some.of_ann_and_bob(), 10);
}

TEST(Chance, AttemptsOfTheSameStudentExplainNothing) {
  Class some;
  const std::string passage = uniform_text(some.random, 40, 8);
  some.add("ann", some.own() + passage, "Ann");
  some.add("bob", passage + some.own(), "Bob");
  for (int i = 0; i < 5; ++i) some.add("ann" + std::to_string(i), some.own() + passage, "Ann");
  some.add_others(15);
  EXPECT_GT(some.of_ann_and_bob(), 20);
}

TEST(Chance, IsNotEstimatedOfSmallClasses) {
  for (const int others : {9, 10}) {
    Class some;
    const std::string passage = uniform_text(some.random, 120, 8);
    some.add_pair(passage);
    some.add_others(others);
    EXPECT_EQ(some.of_ann_and_bob().has_value(), others == 10);
  }
}

// One pair whose submissions have the first 100 symbols in common, in a class of 14.
Chance chance_in(std::uint64_t memory) {
  Random random(9);
  Texts texts = made(14, [&] { return uniform_text(random, 300, 8); });
  texts[1].replace(0, 100, texts[0], 0, 100);
  const corpus::Corpus corpus = corpus_of(texts);
  const corpus::Comparability rules(corpus.submissions);
  PairMatch match;
  match.pair.a = 0;
  match.pair.b = 1;
  match.chains = {{{{0, 0, 100}}, 100}};
  return ChanceModel(corpus, rules, {match}, memory, 2, NoProgress()).of(match).front();
}

TEST(Chance, IsNotEstimatedWhereItsCountsDoNotFit) {
  const std::uint64_t enough = 14 * 301 * ClassText::kBytesASymbol;
  EXPECT_GT(chance_in(enough).bits.value(), 20);
  EXPECT_EQ(chance_in(enough).others, 12u);
  EXPECT_EQ(chance_in(enough - 1).bits, tl::unexpected(NoEstimate::too_large));
}

// That of ann and bob, who have the parts in common, with a change after each.
double bits_of_parts(int count) {
  Class some;
  some.options.matching.recipe = "text/k=8/winnow:w=1";
  std::string a, b;
  for (int i = 0; i < count; ++i) {
    const std::string part = uniform_text(some.random, 10, 8);
    a += part + "xy";
    b += part + "z";
  }
  some.add("ann", some.own() + a);
  some.add("bob", b + some.own());
  some.add_others(15);
  return some.of_ann_and_bob().value_or(0);
}

TEST(Chance, PartsOfAnEditedPassageTellTogether) {
  EXPECT_LT(bits_of_parts(1), 14);
  EXPECT_GT(bits_of_parts(2), 20);
}

}  // namespace
}  // namespace whorl::internal::compare::scoring
