// Literals and comments that never end are read again as code in linear time, and the report lists
// them. Lines end at a lone carriage return, and Unicode blanks separate tokens.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "golden_program.h"
#include "tokens/code/code.h"
#include "tokens/code/lexer.h"
#include "tokens/code/word_list.h"

namespace whorl::internal::tokens::code {
namespace {

using Symbols = std::vector<std::uint32_t>;

Symbols unclosed_symbols(const Language& language, std::string_view text) {
  Symbols all;
  lex(compiled(language), text, [&](const Token& token) { all.push_back(token.symbol); });
  return all;
}

bool ends_with(const Symbols& all, const Symbols& last) {
  return all.size() >= last.size() && std::equal(last.rbegin(), last.rend(), all.rbegin());
}

std::vector<std::string> notices(std::string_view language, std::string text) {
  input::Viewable document;
  document.text = std::move(text);
  return canonicalize_code(document, language).notices;
}

// Lines of names and numbers, in which no literal or comment of any language ends.
std::string plain_lines(int count) {
  std::string lines;
  for (int i = 0; i < count; ++i) lines += "alpha beta 12 gamma\n";
  return lines;
}

bool may_stay_open(const Delimited& d) {
  const bool searched = d.form == Form::enclosed || d.form == Form::tagged || d.form == Form::code;
  return searched && d.multiline && !d.to_end && !(d.form == Form::enclosed && d.close.empty());
}

std::string opener_of(const Delimited& d) {
  std::string opener;
  for_each_word(d.prefixes, [&](std::string_view word) {
    if (opener.empty()) opener = word;
  });
  opener += d.open;
  opener += d.middle;
  if (d.head_end != 0) opener += d.head_end;
  return opener;
}

class EveryUnclosed : public testing::TestWithParam<const Language*> {};

TEST_P(EveryUnclosed, IsReadAsCode) {
  const Symbols lines = unclosed_symbols(*GetParam(), plain_lines(30));
  for (const Delimited& d : GetParam()->delimited) {
    if (!may_stay_open(d) || d.dialect) continue;
    const std::string text = opener_of(d) + "\n" + plain_lines(30);
    EXPECT_TRUE(ends_with(unclosed_symbols(*GetParam(), text), lines))
        << GetParam()->name << " " << d.open;
    if (unclosed_symbols(*GetParam(), text).size() == lines.size())
      continue;  // d.where excludes it here
    EXPECT_FALSE(notices(GetParam()->name, text).empty()) << GetParam()->name << " " << d.open;
  }
}

// Whatever never ends in a text, the bytes that are read twice are at most a few times the text.
TEST_P(EveryUnclosed, IsReadAtLinearCost) {
  std::vector<std::string> pieces = {"<<A\n",     "<<-'b c'\n", "<<<X\n", "<a>",
                                     "(case in ", "%(",         "{ "};
  for (const Delimited& d : GetParam()->delimited) {
    if (d.form == Form::none) continue;
    pieces.push_back(opener_of(d) + " x\n");
    pieces.push_back(opener_of(d) + "(");
    for_each_word(d.holes, [&](std::string_view hole) {
      pieces.push_back(opener_of(d) + std::string(hole));
      pieces.push_back(opener_of(d) + std::string(hole) + " ' \" ` /\n");
    });
  }
  for (const std::string& piece : pieces) {
    std::string text;
    while (text.size() < 1 << 14) text += piece;
    Scanner scanner(compiled(*GetParam()), text);
    Token token;
    std::size_t tokens = 0;
    while (scanner.next(token)) ++tokens;
    EXPECT_LE(tokens, text.size());
    EXPECT_LE(scanner.unclosed().wasted(), 6 * text.size()) << GetParam()->name << " " << piece;
  }
}

TEST_P(EveryUnclosed, LinesEndAtLoneCarriageReturns) {
  std::string text = program(*GetParam());
  const Symbols before = unclosed_symbols(*GetParam(), text);
  std::replace(text.begin(), text.end(), '\n', '\r');
  EXPECT_EQ(before, unclosed_symbols(*GetParam(), text));
}

TEST_P(EveryUnclosed, LinesEndAtCarriageReturnAndLineFeed) {
  std::string text;
  for (const char c : program(*GetParam())) text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(unclosed_symbols(*GetParam(), program(*GetParam())),
            unclosed_symbols(*GetParam(), text));
}

// U+00A0, U+3000, U+FEFF, U+2028, U+200B, U+2003
TEST_P(EveryUnclosed, BlanksOfUnicodeSeparateTokens) {
  const Language& language = *GetParam();
  const std::string text = program(language);
  std::vector<std::size_t> places;  // blanks between two tokens of a line
  std::size_t last = std::string::npos;
  lex(compiled(language), text, [&](const Token& token) {
    if (last != std::string::npos && token.begin == last + 1 && text[last] == ' ') {
      places.push_back(last);
    }
    last = token.end;
  });
  ASSERT_FALSE(places.empty());
  for (const std::string_view blank : {"\xc2\xa0", "\xe3\x80\x80", "\xef\xbb\xbf", "\xe2\x80\xa8",
                                       "\xe2\x80\x8b", "\xe2\x80\x83"}) {
    std::string changed = text;
    for (auto at = places.rbegin(); at != places.rend(); ++at) changed.insert(*at, blank);
    EXPECT_EQ(unclosed_symbols(language, text), unclosed_symbols(language, changed))
        << language.name;
    EXPECT_EQ(unclosed_symbols(language, "alpha beta"),
              unclosed_symbols(language, std::string("alpha").append(blank) + "beta"));
  }
}

std::string language_name(const testing::TestParamInfo<const Language*>& info) {
  std::string name;
  for (const char c : info.param->name) name += c == '-' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Languages, EveryUnclosed,
                         testing::ValuesIn(std::vector<const Language*>(languages().begin(),
                                                                        languages().end())),
                         language_name);

TEST(Unclosed, NoticesNameTheLine) {
  EXPECT_EQ(
      notices("c", "int a;\nint b; /* never\n" + plain_lines(5)),
      std::vector<std::string>{"line 2: the comment that starts here never ends; read as code"});
  EXPECT_EQ(notices("shell", "a\rb\rcat <<END\r" + plain_lines(5)),
            std::vector<std::string>{
                "line 3: the here document that starts here never ends; read as code"});
  EXPECT_EQ(notices("ruby", "a = \"x\"\nb = \"y #{ z\"\n" + plain_lines(9)),
            std::vector<std::string>{
                "line 2: the interpolation that starts here never ends; read as text"});
  EXPECT_TRUE(notices("c", "/* a */ int b;" + plain_lines(5)).empty());
}

TEST(Unclosed, TextMostlyInStringsHasANotice) {
  const std::vector<std::string> found =
      notices("shell", "cat <<END\n" + plain_lines(20) + "END\nls\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].find("inside strings"), std::string::npos);
}

TEST(Unclosed, ManyNoticesAreCounted) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "cat <<TAG\n";
  const std::vector<std::string> found = notices("shell", text + plain_lines(5));
  ASSERT_EQ(found.size(), 9u);
  EXPECT_TRUE(found.back().starts_with("22 more"));
}

}  // namespace
}  // namespace whorl::internal::tokens::code
