#include "tokens/consonants.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <string>

#include "base/utf8.h"
#include "plain_text.h"
#include "random_text.h"

namespace whorl::internal::tokens {
namespace {

constexpr std::string_view kAll = "bcdfghjklmnpqrstvwxyz";

bool counts(char32_t c) { return c < 0x80 && kAll.find(static_cast<char>(c)) != kAll.npos; }

// The plain twin: folds the whole text, takes all marks off it, and keeps consonants.
std::u32string plain_consonants(std::string_view text) {
  icu::UnicodeString folded;
  for (const char32_t c : plain_fold(text)) folded.append(static_cast<UChar32>(c));
  UErrorCode status = U_ZERO_ERROR;
  const auto decomposed = icu::Normalizer2::getNFDInstance(status)->normalize(folded, status);
  std::u32string kept;
  for (std::int32_t i = 0; i < decomposed.length(); ++i) {
    if (counts(decomposed.charAt(i))) kept.push_back(decomposed.charAt(i));
  }
  return kept.substr(kept.size() < 2 * kPrologue ? 0 : kPrologue);
}

std::string consonants(std::string_view text) {
  const std::u32string symbols = spelled(consonants_canon(text));
  return std::string(symbols.begin(), symbols.end());
}

TEST(Consonants, AreKeptInLowerCase) {
  const std::string text = "A do run RUN run, why do run run! 42_";
  const Canon canon = consonants_canon(text);
  EXPECT_EQ(spelled(canon), U"drnrnrnwhydrnrn");
  EXPECT_EQ(canon.origin.bytes(0, 1), (ByteRange{2, 3}));
  EXPECT_EQ(canon.origin.bytes(1, 3), (ByteRange{5, 8}));
}

TEST(Consonants, OfNothingAreNone) {
  EXPECT_EQ(consonants(""), "");
  EXPECT_EQ(consonants("Aeiou 1982 —…“”\n"), "");
}

TEST(Consonants, WithMarksAreTheirLetters) {
  EXPECT_EQ(consonants("Señor Škoda's façade, žluťoučký kůň"), "snrskdsfcdzltckykn");
  EXPECT_EQ(consonants("sen\u0303or"), "snr");
  EXPECT_EQ(consonants("q\u0307\u0323 é E\u0301"), "q");
  const std::string text = "o sen\u0303or";
  EXPECT_EQ(source(text, consonants_canon(text), 1), "n\u0303");
}

TEST(Consonants, OfLigaturesAndWideFormsAreThoseTheyFoldTo) {
  const std::string text = "ﬁﬂ Straße Ｂ";
  const Canon canon = consonants_canon(text);
  EXPECT_EQ(spelled(canon), U"fflstrssb");
  EXPECT_EQ(source(text, canon, 1), "ﬂ");
  EXPECT_EQ(source(text, canon, 2), "ﬂ");
  EXPECT_EQ(source(text, canon, 7), "ß");
}

TEST(Consonants, OfOtherScriptsAreNone) {
  EXPECT_EQ(consonants("Привет, мир"), "");
  EXPECT_EQ(consonants("漢字かな 한국 ไทย שלום مرحبا Ελλάδα"), "");
  EXPECT_EQ(consonants("łódź, þorn, đak"), "dzrnk");  // letters that are none with a mark
}

TEST(Consonants, OfEveryCharacterAreAsUnicodeDecomposesIt) {
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text;
    base::append_utf8(c, text);
    ASSERT_EQ(spelled(consonants_canon(text)), plain_consonants(text)) << text;
  }
}

TEST(Consonants, LeaveThePrologueOutWhereAsManyRemain) {
  const std::string title(kPrologue, 't'), rest(kPrologue, 'r');
  EXPECT_EQ(consonants(title + rest.substr(1)), title + rest.substr(1));
  EXPECT_EQ(consonants(title + rest), rest);
  EXPECT_EQ(consonants(title + rest + 'x'), rest + 'x');
}

TEST(Consonants, MapToTheirBytesBehindThePrologue) {
  for (const std::string seam : {"", " and ", "—", "é"}) {
    const std::string title = std::string(kPrologue - 1, 't') + "ß" + seam;
    const std::string text = title + std::string(kPrologue, 'r') + "ß";
    const Canon canon = consonants_canon(text);  // 1,001 before the seam; one of them stays
    ASSERT_EQ(canon.size(), plain_consonants(text).size());
    EXPECT_EQ(source(text, canon, 0), "ß");
    EXPECT_EQ(source(text, canon, canon.size() - 1), "ß");
    const std::size_t first_r = seam == " and " ? 3 : 1;
    EXPECT_EQ(canon.origin.bytes(first_r, first_r + 2),
              (ByteRange{title.size(), title.size() + 2}));
  }
}

// What conversion from PostScript or paper does to a text, by Heintze's account: word boundaries,
// punctuation, vowels, cases and other signs are off; consonants are right.
TEST(Consonants, StandTheNoiseOfConversion) {
  const std::string clean =
      "The efficient identification of documents is difficult: conversion introduces errors, and "
      "in particular punctuation and word spacing are unreliable. Figure 7 shows the first 100.\n";
  const std::string noisy =
      "THE e\uFB03cient identi\uFB01-\ncation 0f docu\u00ADments is di\uFB03cult; c0nversion\n\n"
      "intro duces err0rs.and 1n p@rticul\u2019ar punctu\u00E4tion\tand w\u00F6rd sp c\u0131ng "
      "ar\u00E9\n - 12 -\nunrel iable , Figure ? shows the \uFB01rst IOO\f";
  const std::string expected = consonants(clean);
  EXPECT_EQ(consonants(noisy), expected);
  // So it is behind the prologue, wherever that ends in the bytes.
  std::string long_clean, long_noisy;
  for (int i = 0; i < 40; ++i) {
    long_clean += clean;
    long_noisy += noisy;
  }
  EXPECT_EQ(consonants(long_noisy), consonants(long_clean));
  EXPECT_EQ(consonants(long_clean).size(), 40 * expected.size() - kPrologue);
}

RC_GTEST_PROP(Consonants, AreThoseOfTheWholeTextFolded, ()) {
  const std::string text = *any_text();
  RC_ASSERT(spelled(consonants_canon(text)) == plain_consonants(text));
}

RC_GTEST_PROP(Consonants, DoNotDependOnWhereBlocksBegin, ()) {
  const std::string text = *any_text();
  const std::string padding(*rc::gen::inRange<std::size_t>(0, 130), ' ');
  RC_ASSERT(consonants(padding + text) == consonants(" " + text));
}

RC_GTEST_PROP(Consonants, AreTheSameInAsciiAndInMixedText, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::inRange<char>(0, 127));
  const auto noise = rc::gen::elementOf(std::vector<std::string>(
      {"é", "\u0301", "—", "“", "Ω", "漢", "\u00AD", "ö", "a", "7", " ", "-\n", "\xFF"}));
  std::string mixed;
  for (const char c : text) {
    mixed += c;
    if (*rc::gen::inRange(0, 8) == 0) mixed += *noise;
  }
  RC_ASSERT(consonants(mixed) == consonants(text));
}

RC_GTEST_PROP(Consonants, EachIsAmongThoseOfItsSource, ()) {
  const std::string text = *any_text();
  const Canon canon = consonants_canon(text);
  const std::u32string symbols = spelled(canon);
  std::uint64_t previous = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    RC_ASSERT(plain_consonants(source(text, canon, i)).find(symbols[i]) != std::u32string::npos);
    const std::uint64_t begin = canon.origin.bytes(i, i + 1).begin;
    RC_ASSERT(begin >= previous);
    previous = begin;
  }
}

}  // namespace
}  // namespace whorl::internal::tokens
