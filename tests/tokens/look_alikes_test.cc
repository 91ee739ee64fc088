#include "tokens/look_alikes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>

#include <map>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "plain_text.h"
#include "random_text.h"
#include "tokens/front_ends.h"
#include "tokens/text.h"

namespace whorl::internal::tokens {
namespace {

std::string folded(const std::string& text) {
  const auto result = fold_look_alikes(text);
  return result ? result->text : text;
}

std::string utf8(char32_t c) {
  std::string out;
  base::append_utf8(c, out);
  return out;
}

class Confusables {
 public:
  Confusables() : checker_(uspoof_open(&status_)) {}
  Confusables(const Confusables&) = delete;
  ~Confusables() { uspoof_close(checker_); }

  std::string skeleton(char32_t c) {
    icu::UnicodeString out;
    const icu::UnicodeString one(static_cast<UChar32>(c));
    uspoof_getSkeletonUnicodeString(checker_, 0, one, out, &status_);
    EXPECT_TRUE(U_SUCCESS(status_));
    std::string text;
    return out.toUTF8String(text);
  }

 private:
  UErrorCode status_ = U_ZERO_ERROR;
  USpoofChecker* checker_;
};

bool is_letter_of(char32_t c, UScriptCode script) {
  UErrorCode status = U_ZERO_ERROR;
  return u_isalpha(static_cast<UChar32>(c)) &&
         uscript_getScript(static_cast<UChar32>(c), &status) == script;
}

// The Latin letter for `c` in a word whose other letters are certainly Latin.
std::string between_latin_letters(char32_t c) {
  const std::string text = folded("LQ" + utf8(c) + "QL");
  return text.substr(2, text.size() - 4);
}

TEST(LookAlikes, InLatinWordsBecomeLatin) {
  EXPECT_EQ(folded("Thе еxpеrimеnt shows"), "The experiment shows");
  EXPECT_EQ(folded("рrоgrаmming"), "programming");
  EXPECT_EQ(folded("thοught"), "thought");          // Greek omicron
  EXPECT_EQ(folded("рrοgramming"), "programming");  // Cyrillic and Greek
  EXPECT_EQ(folded("Noёl"), "Noe\u0308l");          // with its marks
  EXPECT_EQ(folded("e\u200Bхp\u00ADеriment"), "e\u200Bxp\u00ADeriment");
  EXPECT_EQ(folded("“thе”"), "“the”");
  EXPECT_EQ(folded("xе\xB5y"), "xe\xB5y");  // broken UTF-8
  EXPECT_EQ(folded("Tо bе"), "To be");
}

TEST(LookAlikes, InCyrillicAndGreekWordsBecomeLettersOfThese) {
  EXPECT_EQ(folded("aвтoмaт"), "автомат");
  EXPECT_EQ(folded("λόγoς"), "λόγος");
  EXPECT_EQ(folded("cлoвo и дeлo"), "слово и дело");
}

TEST(LookAlikes, OfWordsThatCouldBeEitherBecomeWhatTheTextIs) {
  EXPECT_EQ(folded("a large sсоре of it"), "a large scope of it");
  EXPECT_EQ(folded("большой cоpа его"), "большой сора его");
  EXPECT_EQ(folded("оp"), "op");
}

TEST(LookAlikes, LeaveEveryOtherWordAsItIs) {
  for (const char* text : {"",
                           "plain words",
                           "β-carotene",
                           "μm",
                           "Δx",
                           "3D-модель",
                           "USB-кабель",
                           "kΩ",
                           "TNFα",
                           "hν",
                           "TGFβ1",
                           "NFκB",
                           "кВтh",
                           "аvтоmат",
                           "café",
                           "naïve Ångström",
                           "ﬁne ﬂoor",
                           "Ｆｕｌｌ ｗｉｄｔｈ",
                           "чисто кириллические слова",
                           "ελληνικά",
                           "an English text with слова from Russian",
                           "CPUでよむ",
                           "中文A股",
                           "می‌خواهم",
                           "क्‍ष",
                           "a\xCE",
                           "\xD0z",
                           "PDFа",
                           "в URLах"}) {
    EXPECT_FALSE(fold_look_alikes(text).has_value()) << text;
  }
}

TEST(LookAlikes, AreCountedAndFound) {
  const std::string text = "Thе first\nand sеcond\nof thrее lines\n";
  const auto result = fold_look_alikes(text);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->letters, 4u);
  EXPECT_EQ(result->where.begin, text.find("е"));
  EXPECT_EQ(result->where.end, text.find(" lines"));
}

TEST(LookAlikes, LeadBackToTheLettersTheyReplace) {
  const std::string text = "аllоw nоёl";
  auto result = fold_look_alikes(text);
  ASSERT_TRUE(result.has_value());
  Canon canon = text_canon(result->text);
  canon.origin = std::move(canon.origin).through(std::move(result->runs));
  EXPECT_EQ(spelled(canon), U"allownoël");
  EXPECT_EQ(source(text, canon, 0), "а");
  EXPECT_EQ(source(text, canon, 1), "l");
  EXPECT_EQ(source(text, canon, 3), "о");
  EXPECT_EQ(source(text, canon, 6), "о");
  EXPECT_EQ(source(text, canon, 7), "ё");
  EXPECT_EQ(source(text, canon, 8), "l");
  EXPECT_EQ(canon.origin.bytes(0, canon.size()), (ByteRange{0, text.size()}));
}

// All letters that Unicode considers confusable with a Latin letter are replaced by one with the
// same skeleton. The small palochka is the exception: it looks like `l`, but Unicode maps it to
// `i`.
TEST(LookAlikes, AreThoseOfUnicode) {
  constexpr char32_t kSmallPalochka = U'\u04CF';
  constexpr char32_t kIotaBelow = U'\u037A';  // a mark on a space
  Confusables confusables;
  std::map<std::string, std::string> latin;  // letters by their skeleton
  for (char32_t c = 'A'; c <= 'z'; ++c) {
    if (is_letter_of(c, USCRIPT_LATIN)) latin[confusables.skeleton(c)] += static_cast<char>(c);
  }
  for (char32_t c = 0x370; c < 0x1400; ++c) {
    if (c == kSmallPalochka || c == kIotaBelow) continue;
    for (const UScriptCode script :
         {USCRIPT_CYRILLIC, USCRIPT_GREEK, USCRIPT_ARMENIAN, USCRIPT_CHEROKEE}) {
      if (!is_letter_of(c, script)) continue;
      const auto row = latin.find(confusables.skeleton(c));
      if (row == latin.end()) continue;
      const std::string replaced = between_latin_letters(c);
      EXPECT_TRUE(replaced.size() == 1 && row->second.find(replaced) != std::string::npos)
          << std::hex << static_cast<std::uint32_t>(c) << " " << utf8(c) << " is " << replaced;
    }
  }
  EXPECT_EQ(between_latin_letters(kSmallPalochka), "l");
}

TEST(LookAlikes, ReplaceNoLetterThatUnicodeTakesForAnother) {
  Confusables confusables;
  for (char32_t c = 0x370; c < 0x2000; ++c) {
    const std::string replaced = between_latin_letters(c);
    if (replaced == utf8(c) || replaced.size() != 1 || c == U'\u04CF') continue;
    EXPECT_EQ(confusables.skeleton(c), confusables.skeleton(static_cast<char32_t>(replaced[0])))
        << std::hex << static_cast<std::uint32_t>(c);
  }
}

// Text with many look-alikes.
rc::Gen<std::string> any_mixed_text() {
  const auto part = rc::gen::elementOf(std::vector<std::string>{"thе", "о", "p", "c", "q", "и", "ο",
                                                                "α", "λ", "ё", " ", "\n", "\u200B",
                                                                "\u0301", "7", "字", "é", "-"});
  return rc::gen::map(rc::gen::pair(any_text(), rc::gen::container<std::vector<std::string>>(part)),
                      [](const auto& parts) {
                        std::string text = parts.first;
                        for (const std::string& one : parts.second) text += one;
                        return text;
                      });
}

RC_GTEST_PROP(LookAlikes, RunsLeadFromEachByteToItsOwn, ()) {
  const std::string text = *any_mixed_text();
  const auto result = fold_look_alikes(text);
  if (!result) return;
  const Origin origin = Origin().through(result->runs);
  std::uint64_t expected = 0, replaced = 0;
  for (std::size_t at = 0; at < result->text.size();) {
    const std::size_t end = at + base::decode_utf8(result->text, at).bytes;
    const ByteRange from = origin.bytes(at, end);
    const std::string was = text.substr(from.begin, from.end - from.begin);
    if (from.begin == expected) {
      expected = from.end;
      if (was != result->text.substr(at, end - at)) ++replaced;
    } else {  // a mark that was one character together with its letter
      RC_ASSERT(from.end == expected);
    }
    at = end;
  }
  RC_ASSERT(expected == text.size());
  RC_ASSERT(replaced == result->letters);
}

RC_GTEST_PROP(LookAlikes, AreNotFoundAgainInWordsThatBecameLatin, ()) {
  const std::string text = "latin " + *any_mixed_text();
  const std::string once = folded(text);
  RC_ASSERT(folded(once) == once);
}

TEST(Undisguised, IsTheSameWithoutLookAlikes) {
  input::Viewable document;
  document.text = "<p>Nothing <b>here</b> is disguised: кабель, caf&eacute;.</p>\n";
  for (const FrontEnd& row : front_ends()) {
    const std::string_view argument = row.name == "code" ? "c" : "";
    const Canon plain = row.canonicalize(document, argument);
    const Canon canon = canonicalize_undisguised(row, document, argument);
    EXPECT_EQ(canon.symbols, plain.symbols) << row.name;
    EXPECT_EQ(canon.origin.bytes(0, canon.size()), plain.origin.bytes(0, plain.size())) << row.name;
    EXPECT_EQ(canon.notices, plain.notices) << row.name;
  }
}

TEST(Undisguised, PagesLeadBackToTheirBytes) {
  const FrontEnd& html = *find_front_end("html");
  input::Viewable document;
  document.text = "<p>One\n&lt; <i>twо</i>\nthrее</p>";
  const Canon canon = canonicalize_undisguised(html, document, "");
  EXPECT_EQ(spelled(canon), U"onetwothree");
  EXPECT_EQ(source(document.text, canon, 5), "о");
  EXPECT_EQ(source(document.text, canon, 8), "r");
  EXPECT_EQ(source(document.text, canon, 10), "е");
  EXPECT_EQ(canon.notices, std::vector<std::string>{"3 look-alike letters in lines 2 to 3"});
}

TEST(Undisguised, HiddenCharactersAreCounted) {
  input::Viewable document;
  document.text = "One t\u200Bwо\nth\u00ADree";
  const Canon canon = canonicalize_undisguised(*find_front_end("text"), document, "");
  EXPECT_EQ(spelled(canon), U"onetwothree");
  EXPECT_EQ(canon.notices, (std::vector<std::string>{"1 look-alike letter in line 1",
                                                     "2 hidden characters in lines 1 to 2"}));
}

TEST(Undisguised, OneLetterIsOne) {
  input::Viewable document;
  document.text = "One\ntwо";
  const Canon canon = canonicalize_undisguised(*find_front_end("words"), document, "");
  EXPECT_EQ(canon.notices, std::vector<std::string>{"1 look-alike letter in line 2"});
}

}  // namespace
}  // namespace whorl::internal::tokens
