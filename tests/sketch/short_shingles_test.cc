// Shingles of texts for which k words are too much: texts without spaces, and short texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/sketch/shingle_set.h"
#include "tokens/text.h"
#include "tokens/word_weights.h"
#include "tokens/words.h"

namespace whorl::internal::sketch {
namespace {

constexpr std::uint32_t kWords = 5;

tokens::Tokens words_of(std::string_view text) {
  tokens::Tokens words;
  tokens::words_symbols(text, tokens::WordRule::letters, words);
  return words;
}

std::uint64_t fingerprint_of(std::string_view text) {
  const tokens::Tokens words = words_of(text);
  return kernels::fingerprint(std::span<const std::uint32_t>(words), 0);
}

std::vector<std::uint64_t> weighted(const tokens::Tokens& words, std::uint32_t k) {
  return weighted_shingles(words, tokens::weights_of_words(words), k);
}

std::vector<std::uint64_t> weighted(std::string_view text) {
  return weighted(words_of(text), kWords);
}

TEST(WeightedShingles, OfWordsAndOfHanAreTheKGrams) {
  for (const char* text : {"one two three four five six seven", "一二三四五六七八", "a b",
                           "shingles 一二三 of both 四五 kinds", ""}) {
    EXPECT_EQ(weighted(text), shingles_in_order(words_of(text), kWords)) << text;
  }
}

TEST(WeightedShingles, AreAsLongAsTheirCharactersAreLight) {
  // Ten hiragana weigh as much as five words, and so do twenty Thai letters.
  EXPECT_EQ(weighted("あいうえおかきくけこさ"),
            (std::vector{fingerprint_of("あいうえおかきくけこ"),
                         fingerprint_of("いうえおかきくけこさ")}));
  EXPECT_EQ(weighted("กขคงจฉชซฌญฎฏฐฑฒณดตถท"),
            (std::vector{fingerprint_of("กขคงจฉชซฌญฎฏฐฑฒณดตถท")}));
  EXPECT_EQ(weighted("กขคงจฉชซฌญฎฏฐฑฒณดตถ"), std::vector<std::uint64_t>());
  // Two words, and as many letters of a third as are needed: 4 + 4 + 12 times 1.
  EXPECT_EQ(weighted("two words กขคงจฉชซฌญฎฏ"),
            (std::vector{fingerprint_of("two words กขคงจฉชซฌญฎฏ")}));
}

// By the definition: for each word the shortest run from it on that weighs enough.
std::vector<std::uint64_t> defined(const tokens::Tokens& words, std::uint32_t k) {
  const std::vector<std::uint8_t> weights = tokens::weights_of_words(words);
  std::vector<std::uint64_t> shingles;
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    std::uint32_t weight = 0;
    for (std::size_t end = begin; end < words.size() && weight < 4 * k; ++end) {
      weight += weights[end];
      const auto run = std::span<const std::uint32_t>(words).subspan(begin, end + 1 - begin);
      if (weight >= 4 * k) shingles.push_back(kernels::fingerprint(run, 0));
    }
  }
  return shingles;
}

TEST(WeightedShingles, OfAnyMixtureAreThoseOfTheDefinition) {
  const std::string_view pieces[] = {"word ", "two words ", "漢", "字", "ひ",
                                     "ら",    "カ",         "ナ", "ก",  "ข"};
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (unsigned i = random() % 40; i > 0; --i) text += pieces[random() % std::size(pieces)];
    for (std::uint32_t k = 1; k <= 6; ++k) {
      EXPECT_EQ(weighted(words_of(text), k), defined(words_of(text), k)) << text << k;
    }
  }
}

TEST(WeightedShingles, TellWhatTheirWordsWeigh) {
  EXPECT_EQ(total_weight(tokens::weights_of_words(words_of("three words here"))), 3);
  EXPECT_EQ(total_weight(tokens::weights_of_words(words_of("一二三"))), 3);
  EXPECT_EQ(total_weight(tokens::weights_of_words(words_of("กขคง"))), 1);
}

ShingleSet letters(std::string_view text, double share = 1) {
  ShingleSet set;
  add_letter_shingles(tokens::span_of(tokens::text_canon(text, tokens::Variants::merged).symbols),
                      share, set);
  std::ranges::sort(set);
  return set;
}

double resemblance(const ShingleSet& a, const ShingleSet& b) {
  const Overlap shared = overlap(a, b);
  return static_cast<double>(shared.both) / static_cast<double>(a.size() + b.size() - shared.both);
}

TEST(LetterShingles, OfATitleWithOneWordChangedAreMostlyTheSame) {
  const auto of = [](const char* city) {
    return letters(std::string("Council of ") + city + " votes for a new bridge over the river");
  };
  EXPECT_GT(resemblance(of("Trier"), of("Triers")), 0.5);
  EXPECT_LT(resemblance(of("Trier"), letters("A recipe for bread without flour or sugar")), 0.05);
}

TEST(LetterShingles, OfFewLettersAreTheWhole) {
  EXPECT_EQ(letters("Oh, no!"), letters("oh no"));
  EXPECT_EQ(letters("oh no").size(), 1u);
  EXPECT_EQ(letters("ten letter").size(), 1u);
  EXPECT_EQ(letters("ten letters").size(), 1u);
  EXPECT_EQ(letters("ten letters.x").size(), 2u);
  EXPECT_TRUE(letters("!").empty());
}

// Five such characters already are a shingle of words.
TEST(LetterShingles, LeaveHanAndKanaOut) {
  EXPECT_TRUE(letters("一二三四五六七八あいうえおカキクケコ").empty());
  EXPECT_EQ(letters("一二 ten letters あ"), letters("ten letters"));
  EXPECT_TRUE(letters("一二三 ten letters あ").empty());
  EXPECT_EQ(letters("กขคงจฉชซฌญฎ").size(), 2u);
}

TEST(LetterShingles, FadeAsADocumentGrows) {
  const LetterRule rule{20};
  EXPECT_EQ(rule.share(1), 1);
  EXPECT_EQ(rule.share(20), 1);
  EXPECT_EQ(rule.share(30), 0.5);
  EXPECT_EQ(rule.share(40), 0);
  EXPECT_EQ(LetterRule{}.share(1), 0);
  std::string text;
  for (int i = 0; i < 400; ++i) text += std::to_string(i * 7919) + ' ';
  const ShingleSet all = letters(text), half = letters(text, 0.5), none = letters(text, 0);
  EXPECT_NEAR(static_cast<double>(half.size()) / static_cast<double>(all.size()), 0.5, 0.05);
  EXPECT_TRUE(std::ranges::includes(all, half));
  EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace whorl::internal::sketch
