#include "tokens/words.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "plain_text.h"
#include "random_text.h"
#include "tokens/fold_table.h"
#include "tokens/symbol.h"

namespace whorl::internal::tokens {
namespace {

Tokens named(const std::vector<std::string>& words) {
  Tokens tokens;
  for (const auto& word : words) tokens.push_back(symbol_of(word));
  return tokens;
}

Tokens tokens(std::string_view text, WordRule rule = WordRule::letters) {
  return std::get<Tokens>(words_canon(text, rule).symbols);
}

TEST(Words, AreRunsOfLettersAndDigits) {
  EXPECT_EQ(tokens("Don't panic: 42_times, x2!"),
            named({"don", "t", "panic", "42", "times", "x2"}));
  EXPECT_EQ(tokens(""), Tokens{});
  EXPECT_EQ(tokens("..."), Tokens{});
}

TEST(Words, OfSeSplitAtSpacesOnly) {
  EXPECT_EQ(tokens("Don't panic: 42_times,\tx2!\u00A0e.g. -- end", WordRule::spaces),
            named({"Dont", "panic", "42times", "x2", "eg", "end"}));
}

TEST(Words, OfSeKeepTheirCaseAndElseNothingThatFoldingDrops) {
  EXPECT_EQ(
      tokens("STRASSE Stra\u00DFe CAFE\u0301 Caf\u00E9 co\u00ADOp \uFB01le \uFF21 e\u00AD\u0301",
             WordRule::spaces),
      named({"STRASSE", "Stra\u00DFe", "CAF\u00C9", "Caf\u00E9", "coOp", "file", "A", "\u00E9"}));
  EXPECT_EQ(tokens("\u0391\u03A3 \uAC00\u1100\u1161", WordRule::spaces),
            named({"\u0391\u03A3", "\uAC00\uAC00"}));
}

TEST(Words, AreFolded) {
  EXPECT_EQ(tokens("STRASSE Straße CAFE\u0301 café co\u00ADop"),
            named({"strasse", "strasse", "café", "café", "coop"}));
}

TEST(Words, InScriptsWithoutSpacesAreCodePoints) {
  EXPECT_EQ(tokens("漢字かなABC コーヒー"),
            named({"漢", "字", "か", "な", "abc", "コ", "ー", "ヒ", "ー"}));
  EXPECT_EQ(tokens("한국 слово"), named({"한국", "слово"}));
}

TEST(Words, PointAtTheirBytes) {
  const std::string text = "  Straße, (ﬁn) ";
  const Canon canon = words_canon(text, WordRule::letters);
  ASSERT_EQ(canon.size(), 2u);
  EXPECT_EQ(canon.origin.bytes(0, 1), (ByteRange{2, 9}));
  EXPECT_EQ(canon.origin.bytes(1, 2), (ByteRange{12, 16}));
  EXPECT_EQ(canon.origin.bytes(0, 2), (ByteRange{2, 16}));
}

TEST(Words, DoNotDependOnWhereBlocksAndChunksBegin) {
  std::string text;
  std::vector<std::string> words;
  for (int i = 0; i < 5000; ++i) {
    words.push_back("w" + std::string(static_cast<std::size_t>(i % 67), 'o') + std::to_string(i));
    text += words.back() + (i % 97 == 0 ? " é " : i % 3 == 0 ? "\n" : " -- ");
    if (i % 97 == 0) words.push_back("é");
  }
  const Tokens expected = named(words);
  for (std::size_t padding = 0; padding < 70; ++padding) {
    EXPECT_EQ(tokens(std::string(padding, '.') + text), expected) << padding;
  }
}

TEST(Words, OfOneSymbolDifferInTheirHashes) {
  ASSERT_EQ(symbol_of("226974"), symbol_of("120558"));
  Tokens words;
  WordHashes hashes{7, {}};
  words_symbols("226974 120558 226974", WordRule::letters, words, hashes);
  EXPECT_EQ(words[0], words[1]);
  ASSERT_EQ(hashes.list.size(), 3u);
  EXPECT_NE(hashes.list[0], hashes.list[1]);
  EXPECT_EQ(hashes.list[0], hashes.list[2]);
}

// Words of all sizes, inside and outside of the chunks of ASCII.
TEST(Words, HaveOneHashEach) {
  std::vector<std::string> spelled;
  for (std::size_t size = 1; size < 20; ++size) {
    for (const char* letter : {"a", "b", "é"}) {
      for (std::size_t at = 0; at < size; ++at) {
        std::string word(size, 'x');
        spelled.push_back(word.replace(at, 1, letter));
      }
    }
  }
  std::string text, padded;
  for (const std::string& word : spelled) text += word + " ", padded += "...... " + word + "\n";
  Tokens words, again;
  WordHashes hashes{7, {}}, others{7, {}};
  words_symbols(text, WordRule::letters, words, hashes);
  words_symbols(padded, WordRule::letters, again, others);
  EXPECT_EQ(words, named(spelled));
  EXPECT_EQ(hashes.list, others.list);
  std::map<std::uint64_t, std::string> by_hash;
  for (std::size_t i = 0; i < spelled.size(); ++i) {
    EXPECT_EQ(by_hash.emplace(hashes.list[i], spelled[i]).first->second, spelled[i]);
  }
  others.seed = 8;
  words_symbols(text, WordRule::letters, again, others);
  EXPECT_EQ(words, again);
  for (std::size_t i = 0; i < spelled.size(); ++i) {
    EXPECT_EQ(hashes.list[i] == others.list[i], spelled[i].size() < 8) << spelled[i];
  }
}

TEST(Words, StandAsCloseAsTheyCan) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += i % 3 == 0 ? "a-" : "b ";
  Tokens expected(20'000, symbol_of("b"));
  for (std::size_t i = 0; i < expected.size(); i += 3) expected[i] = symbol_of("a");
  EXPECT_EQ(tokens(text), expected);
  EXPECT_EQ(tokens(" " + text), expected);
}

// Runs of kept characters in the folded text. Only for scripts that use spaces.
Tokens plain_words(std::string_view text) {
  std::vector<std::string> words(1);
  for (char32_t c : plain_fold(text)) {
    if (plain_kept(c)) {
      base::append_utf8(c, words.back());
    } else {
      words.emplace_back();
    }
  }
  std::erase(words, "");
  return named(words);
}

RC_GTEST_PROP(Words, AreTheRunsOfTheWholeFoldedText, ()) {
  const std::string text = *any_text();
  const auto folded = plain_fold(text);
  const auto unspaced = [](char32_t c) { return FoldTable::class_of(c) == CharClass::unspaced; };
  if (std::none_of(folded.begin(), folded.end(), unspaced)) {
    RC_ASSERT(tokens(text) == plain_words(text));
  } else {
    RC_ASSERT(tokens(text).size() >= plain_words(text).size());
  }
}

RC_GTEST_PROP(Words, EachIsTheWordOfItsBytes, ()) {
  const std::string text = *any_text();
  const Canon canon = words_canon(text, WordRule::letters);
  const auto& symbols = std::get<Tokens>(canon.symbols);
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const ByteRange range = canon.origin.bytes(i, i + 1);
    const Tokens again =
        tokens(std::string_view(text).substr(range.begin, range.end - range.begin));
    RC_ASSERT(std::find(again.begin(), again.end(), symbols[i]) != again.end());
  }
}

}  // namespace
}  // namespace whorl::internal::tokens
