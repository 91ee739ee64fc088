#include "tokens/text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/utf8.h"
#include "plain_text.h"
#include "random_text.h"
#include "tokens/weight.h"

namespace whorl::internal::tokens {
namespace {

std::string utf8_of(char32_t c) {
  std::string text;
  base::append_utf8(c, text);
  return text;
}

bool is_narrow(const Canon& canon) { return std::holds_alternative<Bytes>(canon.symbols); }

TEST(Text, KeepsLettersAndDigitsInLowerCase) {
  const Canon canon = text_canon("A do run run run, a do run run! 42_");
  EXPECT_EQ(spelled(canon), U"adorunrunrunadorunrun42");
  EXPECT_TRUE(is_narrow(canon));
  EXPECT_EQ(canon.origin.bytes(1, 3), (ByteRange{2, 4}));
  EXPECT_EQ(canon.origin.bytes(0, canon.size()), (ByteRange{0, 34}));
}

TEST(Text, OfNothingIsEmpty) {
  EXPECT_EQ(text_canon("").size(), 0u);
  EXPECT_EQ(text_canon(" \n\t?!").size(), 0u);
  EXPECT_EQ(text_canon("—…“”").size(), 0u);
}

TEST(Text, ComposesAcrossRuns) {
  for (std::size_t padding : {0, 1, 61, 62, 63, 64, 65, 126, 127, 128}) {
    const std::string text = std::string(padding, 'x') + "e\u0301" + std::string(70, 'y');
    const Canon canon = text_canon(text);
    EXPECT_EQ(spelled(canon), plain_text(text)) << padding;
    EXPECT_EQ(source(text, canon, padding), "e\u0301") << padding;
  }
}

TEST(Text, ExpansionsPointAtTheCharacterTheyCameFrom) {
  const std::string text = "a ﬁn Straße";
  const Canon canon = text_canon(text);
  EXPECT_EQ(spelled(canon), U"afinstrasse");
  EXPECT_EQ(source(text, canon, 1), "ﬁ");
  EXPECT_EQ(source(text, canon, 2), "ﬁ");
  EXPECT_EQ(source(text, canon, 3), "n");
  EXPECT_EQ(source(text, canon, 8), "ß");
  EXPECT_EQ(source(text, canon, 9), "ß");
  EXPECT_EQ(source(text, canon, 10), "e");
}

TEST(Text, IsNarrowWheneverItsSymbolsAreAscii) {
  EXPECT_TRUE(is_narrow(text_canon("“Curly” — quotes…")));
  EXPECT_TRUE(is_narrow(text_canon("Straße ﬁ \u212A")));
  EXPECT_FALSE(is_narrow(text_canon("café")));
}

TEST(Text, DropsWhatCannotBeSeen) {
  EXPECT_EQ(spelled(text_canon("co\u00ADop\u200Ber\u200Date")), U"cooperate");
}

TEST(Text, TakesBytesThatAreNotUtf8) {
  EXPECT_EQ(spelled(text_canon("a\xFF\xC3 b\xE2\x82")), U"ab");
}

std::u32string parts(std::u32string_view text, std::initializer_list<std::uint32_t> weights) {
  std::u32string symbols;
  auto weight = weights.begin();
  for (const char32_t c : text) {
    for (std::uint32_t part = 0; part < *weight; ++part) symbols.push_back(part_of(c, part));
    ++weight;
  }
  return symbols;
}

TEST(Text, CountsACharacterByItsWeight) {
  EXPECT_EQ(spelled(text_canon("a中カなに한")), parts(U"a中カなに한", {1, 4, 1, 2, 2, 2}));
  EXPECT_EQ(spelled(text_canon("ไทย д ß")), U"ไทยдss");
}

TEST(Text, NamesTheCharacterOfEachPart) {
  const std::string text = "x—中文 한";
  const Canon canon = text_canon(text);
  ASSERT_EQ(canon.size(), 11u);
  for (std::size_t i = 1; i <= 4; ++i) EXPECT_EQ(source(text, canon, i), "中");
  for (std::size_t i = 5; i <= 8; ++i) EXPECT_EQ(source(text, canon, i), "文");
  EXPECT_EQ(source(text, canon, 10), "한");
  EXPECT_EQ(canon.origin.bytes(3, 7), (ByteRange{4, 10}));
}

TEST(Text, MergesTraditionalAndSimplifiedForms) {
  EXPECT_EQ(spelled(text_canon("萬國語")), spelled(text_canon("万国语")));
  EXPECT_NE(spelled(text_canon("萬國語", Variants::kept)),
            spelled(text_canon("万国语", Variants::kept)));
}

TEST(Text, WeighsEveryLetterByItsScript) {
  for (char32_t c = 0; c < 0x40000; ++c) {
    if (plain_kept(c) && plain_fold(utf8_of(c)) == std::u32string(1, c)) {
      ASSERT_EQ(weight_of(c), plain_weight(c)) << "U+" << std::hex << static_cast<unsigned>(c);
    }
  }
}

TEST(Text, OfAMillionMarksTakesLinearTime) {
  std::string text = "a";
  for (int i = 0; i < 500'000; ++i) text += i % 2 ? "\u0301" : "\u0323";
  EXPECT_EQ(text_canon(text).size(), 500'000u);
}

RC_GTEST_PROP(Text, IsWhatTheWholeTextFoldsTo, ()) {
  const std::string text = *any_text();
  RC_ASSERT(spelled(text_canon(text)) == plain_text(text));
}

RC_GTEST_PROP(Text, DoesNotDependOnWhereBlocksBegin, ()) {
  const std::string text = *any_text();
  const std::string padding(*rc::gen::inRange<std::size_t>(0, 130), ' ');
  RC_ASSERT(spelled(text_canon(padding + text)) == spelled(text_canon(" " + text)));
}

RC_GTEST_PROP(Text, EachSymbolIsAmongThoseOfItsSource, ()) {
  const std::string text = *any_text();
  const Canon canon = text_canon(text);
  const std::u32string symbols = spelled(canon);
  std::uint64_t previous = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const std::u32string of_source = plain_text(source(text, canon, i));
    RC_ASSERT(of_source.find(symbols[i]) != std::u32string::npos);
    const std::uint64_t begin = canon.origin.bytes(i, i + 1).begin;
    RC_ASSERT(begin >= previous);
    previous = begin;
  }
}

RC_GTEST_PROP(Text, RangesGiveTheirSymbolsAgain, ()) {
  const std::string text = *any_text();
  const Canon canon = text_canon(text);
  RC_PRE(canon.size() > 0);
  const auto first = *rc::gen::inRange<std::size_t>(0, canon.size());
  const auto last = *rc::gen::inRange<std::size_t>(first + 1, canon.size() + 1);
  const ByteRange range = canon.origin.bytes(first, last);
  const auto again =
      plain_text(std::string_view(text).substr(range.begin, range.end - range.begin));
  RC_ASSERT(again.find(spelled(canon).substr(first, last - first)) != std::u32string::npos);
}

}  // namespace
}  // namespace whorl::internal::tokens
