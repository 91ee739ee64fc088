// Properties of every table for any bytes: spans in order and within the text, the same tokens each
// time, linear time. For programs: tokens do not change when names, comments and layout do.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "../processor_seconds.h"
#include "../sanitizer.h"
#include "golden_program.h"
#include "tokens/code/code.h"
#include "tokens/code/lexer.h"
#include "tokens/code/word_list.h"

namespace whorl::internal::tokens::code {
namespace {

std::vector<Token> tokens(const Language& language, std::string_view text) {
  std::vector<Token> all;
  lex(compiled(language), text, [&](const Token& token) { all.push_back(token); });
  return all;
}

std::vector<std::uint32_t> symbols(const Language& language, std::string_view text) {
  std::vector<std::uint32_t> all;
  lex(compiled(language), text, [&](const Token& token) { all.push_back(token.symbol); });
  return all;
}

void expect_sound(const Language& language, std::string_view text) {
  std::uint32_t last = 0;
  for (const Token& token : tokens(language, text)) {
    ASSERT_LE(last, token.begin) << language.name;
    ASSERT_LT(token.begin, token.end) << language.name;
    ASSERT_LE(token.end, text.size()) << language.name;
    last = token.begin;
  }
  EXPECT_EQ(symbols(language, text), symbols(language, text));
}

class EveryTable : public testing::TestWithParam<const Language*> {};

TEST_P(EveryTable, IsSoundOnItsProgramAndOnEachPrefixOfIt) {
  const std::string text = program(*GetParam());
  expect_sound(*GetParam(), text);
  for (std::size_t size = 0; size < text.size(); size += 7) {
    expect_sound(*GetParam(), std::string_view(text).substr(0, size));
  }
}

TEST_P(EveryTable, IsSoundOnProgramsOfOtherLanguages) {
  for (const Language* other : languages()) expect_sound(*GetParam(), program(*other));
}

TEST_P(EveryTable, IsSoundOnRandomBytes) {
  std::mt19937 random(1);
  const std::string_view alphabet = "\"'`/*#-{}()[]<>\\\n\r \t%$@!=;:.,~q_x0a1zEOFR\x80\xe2\0";
  for (int round = 0; round < 40; ++round) {
    std::string text(200, '\0');
    for (char& c : text) {
      c = round % 2 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
    }
    expect_sound(*GetParam(), text);
  }
}

// Each identifier after the first letter replaced by as many other letters.
std::string with_names_changed(const Language& language, std::string text) {
  const WordMap& keywords = compiled(language).keywords;
  for (const Token& token : tokens(language, text)) {
    if (token.kind != TokenClass::identifier) continue;
    std::string name = text.substr(token.begin, token.end - token.begin);
    std::size_t first = 0;
    while (first < name.size() && !std::isalpha(static_cast<unsigned char>(name[first]))) ++first;
    // A short name may be a prefix of a literal, as q in Perl.
    if (first + 4 > name.size()) continue;
    for (std::size_t i = first + 1; i < name.size(); ++i) {
      if (std::isalpha(static_cast<unsigned char>(name[i]))) name[i] = 'q';
    }
    if (keywords.find(name) == nullptr) text.replace(token.begin, name.size(), name);
  }
  return text;
}

TEST_P(EveryTable, NamesSayNothing) {
  const std::string text = program(*GetParam());
  EXPECT_EQ(symbols(*GetParam(), text),
            symbols(*GetParam(), with_names_changed(*GetParam(), text)));
}

// Blanks at the end of lines, and lines of blanks.
std::string with_layout_changed(std::string_view text) {
  std::string out = "\n \n";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool splice = i > 0 && text[i - 1] == '\\';
    if (text[i] == '\n' && !splice) out += " \t";
    out += text[i];
  }
  return out + "\n\n";
}

TEST_P(EveryTable, LayoutSaysNothing) {
  const std::string text = program(*GetParam());
  // Lines whose end has a meaning of its own: here documents close at a whole line.
  EXPECT_EQ(symbols(*GetParam(), text), symbols(*GetParam(), with_layout_changed(text)));
}

// The first of the table's comments that may be alone on a line.
std::string comment_of(const Language& language) {
  for (const Delimited& d : language.delimited) {
    const bool free = d.where == Where::anywhere || d.where == Where::line_start ||
                      d.where == Where::column_one || d.where == Where::after_blank ||
                      d.where == Where::command_start || d.where == Where::apart;
    if (d.piece != Piece::comment || !free || d.close.empty() != (d.form == Form::line)) continue;
    return std::string(d.open) + " a remark: if x = 1 " + std::string(d.close) + "\n";
  }
  return {};
}

TEST_P(EveryTable, CommentsSayNothing) {
  const std::string comment = comment_of(*GetParam());
  ASSERT_FALSE(comment.empty());
  const std::string text = program(*GetParam());
  const std::vector<Token> all = tokens(*GetParam(), text);
  const std::vector<std::uint32_t> before = symbols(*GetParam(), text);
  // Before each line that a token begins and whose line before ended with one.
  for (std::size_t i = 1; i < all.size(); ++i) {
    const std::size_t line = text.rfind('\n', all[i].begin);
    if (line == std::string::npos || !all[i].first_on_line || all[i - 1].end > line) continue;
    if (text.substr(all[i - 1].end, line - all[i - 1].end).find_first_not_of(' ') !=
        std::string::npos) {
      continue;
    }
    std::string changed = text;
    changed.insert(line + 1, comment);
    EXPECT_EQ(before, symbols(*GetParam(), changed)) << changed.substr(line + 1, 80);
  }
}

// Whatever the text repeats. Linear is under a second here, quadratic many minutes.
TEST_P(EveryTable, TakesLinearTimeOnHostileText) {
  constexpr std::size_t kBytes = 1 << 18;
  const auto seconds_for = [&](const std::string& text) {
    std::size_t count = 0;
    const double spent = processor_seconds(
        [&] { lex(compiled(*GetParam()), text, [&](const Token&) { ++count; }); });
    EXPECT_LE(count, 2 * text.size());
    return spent;
  };
  std::vector<std::string> pieces = {"{",   "(", "<",  "a",          "0",   "\"",
                                     "'",   "/", "\\", "<<A\n",      "'\\", "@",
                                     "@a(", "$", ".",  "import {\n", "(* ", " \n "};
  for (const Delimited& d : GetParam()->delimited) {
    if (d.form == Form::none) continue;
    pieces.emplace_back(d.open);
    pieces.push_back(std::string(d.open) + std::string(d.middle));
    for_each_word(d.holes, [&](std::string_view hole) {
      pieces.push_back(std::string(d.open) + std::string(hole));
      pieces.push_back(std::string(hole) + std::string(d.open));
    });
    pieces.push_back(std::string(d.open) + "(");
    pieces.push_back(std::string(d.open) + "\n");
    if (d.form == Form::heredoc) pieces.push_back(std::string(d.open) + "'';\na\n");
  }
  for (const std::string& piece : pieces) {
    std::string text;
    text.reserve(kBytes + piece.size());
    while (text.size() < kBytes) text += piece;
    const double spent = seconds_for(text);
    if (!test::kSanitized) {
      EXPECT_LT(spent, 5.0) << GetParam()->name << " on " << piece;
    }
    // Four times the text takes four times as long, and sixteen times if it is quadratic.
    if (spent < 0.5) continue;
    EXPECT_LT(spent, 8 * seconds_for(text.substr(0, text.size() / 4)))
        << GetParam()->name << " on " << piece;
  }
}

std::string test_name(const testing::TestParamInfo<const Language*>& info) {
  std::string name;
  for (const char c : info.param->name) name += c == '-' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Languages, EveryTable,
                         testing::ValuesIn(std::vector<const Language*>(languages().begin(),
                                                                        languages().end())),
                         test_name);

// Very long programs store the positions of their tokens in another shape.
TEST(CodeInvariants, OriginsOfAVeryLongProgramAreItsTokens) {
  const Language& c = *find_language("c");
  const std::string piece = program(c) + std::string(300, '\n');
  std::string text;
  while (text.size() <= 17 << 20) text += piece;
  input::Viewable document;
  document.text = text;
  const Canon canon = canonicalize_code(document, "c");
  std::size_t i = 0;
  bool same = true;
  lex(compiled(c), text, [&](const Token& token) {
    same = same && canon.origin.bytes(i, i + 1) == ByteRange{token.begin, token.end};
    ++i;
  });
  EXPECT_TRUE(same);
  EXPECT_EQ(i, canon.size());
}

}  // namespace
}  // namespace whorl::internal::tokens::code
