// The strong normal form: programs that become equal, programs that stay different, the origin of
// each symbol, and properties for any bytes.
#include "tokens/code/statement_form.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "../processor_seconds.h"
#include "golden_program.h"
#include "tokens/code/code.h"
#include "tokens/code/lexer.h"

namespace whorl::internal::tokens::code {
namespace {

std::vector<Token> strong_tokens(const Language& language, std::string_view text) {
  std::vector<Token> all;
  lex_strong(compiled(language), text, [&](const Token& token) { all.push_back(token); });
  return all;
}

std::vector<Token> plain_tokens(const Language& language, std::string_view text) {
  std::vector<Token> all;
  lex(compiled(language), text, [&](const Token& token) { all.push_back(token); });
  return all;
}

std::vector<std::uint32_t> symbols(std::string_view language, std::string_view text) {
  std::vector<std::uint32_t> all;
  for (const Token& token : strong_tokens(*find_language(language), text)) {
    all.push_back(token.symbol);
  }
  return all;
}

// The bytes that each symbol comes from, with blanks between them.
std::string origins(std::string_view language, std::string_view text) {
  std::string all;
  for (const Token& token : strong_tokens(*find_language(language), text)) {
    if (!all.empty()) all += ' ';
    all += text.substr(token.begin, token.end - token.begin);
  }
  return all;
}

struct Programs {
  std::string_view language;
  std::string_view a;
  std::string_view b;
};

TEST(StatementForm, OfProgramsThatDoTheSameIsEqual) {
  const Programs all[] = {
      // Loops.
      {"c", "for (int i = 0; i < n; i++) { f(i); }", "int i = 0; while (i < n) { f(i); i++; }"},
      {"c", "for (i = g(); i < n; ++i) { f(i); }", "i = g(); while (i < n) { f(i); i += 1; }"},
      {"c", "for (;;) { f(); }", "while () { f(); }"},
      {"java", "for (String s : all) f(s);", "while (String s : all) f(s);"},
      {"csharp", "foreach (var s in all) { f(s); }", "for (var s in all) { f(s); }"},
      {"javascript", "for (let i = 0; i < n; i++) { f(i) }",
       "let i = 0\nwhile (i < n) {\n f(i)\n i++\n}"},
      {"go", "for i := 0; i < n; i++ { f(i) }", "i := 0\nfor i < n {\n f(i)\n i++\n}"},
      {"php", "for ($i = f(); $i < 9; $i++) { g($i); }",
       "$i = f(); while ($i < 9) { g($i); $i++; }"},
      {"python", "for x in xs:\n  f(x)\n", "while x in xs:\n  f(x)\n"},
      // Conditions.
      {"c", "if (a == b) f();", "if (!(a != b)) f();"},
      {"c", "if (a < b) f();", "if (b >= a) f();"},
      {"c", "while (!done) f();", "while (done) f();"},
      {"cpp", "if (not (a == b)) f();", "if (a not_eq b) f();"},
      {"python", "if not (a == b):\n  f()\n", "if a > b:\n  f()\n"},
      // Steps.
      {"c", "f(); i++; g();", "f(); g();"},
      {"c", "f(); i = i + 2; g();", "f(); --j; g();"},
      {"c", "f(); p->n += 1, i--; g();", "f(); g();"},
      {"java", "f(); a.b = a.b; g();", "f(); g();"},
      {"python", "f()\ni += 1\ng()\n", "f()\ng()\n"},
      // Constants, and statements of nothing.
      {"c", "f(); int spare = 0; g();", "f(); g();"},
      {"c", "f(); unsigned long a = -1, b = 2; char c = 'x'; g();", "f(); g();"},
      {"c", "f(); struct node *p = NULL; g();", "f(); g();"},
      {"cpp", "f(); std::map<int, std::vector<int>> *m = nullptr; g();", "f(); g();"},
      {"java", "f(); String[] all = null; final boolean b = true; g();", "f(); g();"},
      {"typescript", "f(); const x: number = 5; g();", "f(); g();"},
      {"go", "f()\nx := 0\ng()\n", "f()\ng()\n"},
      {"c", "f();;; g();", "f(); g();"},
  };
  for (const Programs& row : all) {
    EXPECT_EQ(symbols(row.language, row.a), symbols(row.language, row.b))
        << row.language << ": " << row.a << " / " << row.b;
  }
}

TEST(StatementForm, OfProgramsThatDifferDiffers) {
  const Programs all[] = {
      {"c", "if (a) f();", "while (a) f();"},
      {"c", "if (a) f();", "if (a) { f(); }"},
      {"c", "f(); i *= 2; g();", "f(); g();"},
      {"c", "f(); i = j + 1; g();", "f(); g();"},
      {"c", "f(); i = i + n; g();", "f(); g();"},
      {"c", "f(); a[i++] = 0; g();", "f(); g();"},
      {"c", "f(); int n = g();", "f();"},
      {"c", "f(); int n; g();", "f(); g();"},
      {"c", "f(); n = 0; g();", "f(); g();"},
      {"c", "f(); a[0] = 1; g();", "f(); g();"},
      {"c", "f(); int a = 0, b = g(); h();", "f(); h();"},
      {"c", "f(a && b);", "f(a || b);"},
      {"c", "f(a + b);", "f(a < b);"},
      {"c", "return 0;", "return;"},
      {"c", "f((a));", "f(a);"},
      {"c", "do { f(); } while (a);", "while (a) { f(); }"},
      {"java", "int f(int a) { return a; }", "int f(long a) { return a; }"},
      {"c", "f(); i++, h(); g();", "f(); g();"},
      {"javascript", "f(\n  i++\n  b)", "f(\n  b)"},
      {"python", "i = i if a else b\n", "if a else b\n"},
      {"go", "x = 0\nf()\n", "f()\n"},
  };
  for (const Programs& row : all) {
    EXPECT_NE(symbols(row.language, row.a), symbols(row.language, row.b))
        << row.language << ": " << row.a << " / " << row.b;
  }
}

TEST(StatementForm, SymbolsComeFromTheirTokens) {
  EXPECT_EQ(origins("c", "while (!(a < b)) { f(a); a++; }"), "while ( a < b ) { f ( a ) ; }");
  EXPECT_EQ(origins("c", "for (i = f(); i < n; i = g(i)) h();"),
            "i = f ( ) ; ; ; i < n i = g ( i ) ) h ( ) ;");
  EXPECT_EQ(origins("c", "for (int i = 0; i < n; i++) h();"), "; ; i < n ) h ( ) ;");
  EXPECT_EQ(origins("java", "for (T x : xs) h();"), "for ( T x : xs ) h ( ) ;");
  EXPECT_EQ(origins("go", "for i := f(); i < n; i++ { h() }"), "i := f ( ) ; ; i < n { h ( ) }");
  EXPECT_EQ(origins("javascript", "let x = 5\n  + f()\ng()"), "let x = 5 + f ( ) g ( )");
  EXPECT_EQ(origins("go", "for i < n { h() }"), "for i < n { h ( ) }");
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += piece;
  return all;
}

// A statement is looked at as a whole up to 32 tokens.
TEST(StatementForm, LongStatementsStay) {
  const std::string most = "i++" + repeated(", i++", 10);  // 32 tokens
  EXPECT_EQ(origins("c", most + ";"), "");
  EXPECT_EQ(strong_tokens(*find_language("c"), most + ", i++;").size(), 36u);
  EXPECT_EQ(origins("c", most + ", i++; j++; f();").substr(origins("c", most + ", i++;").size()),
            " f ( ) ;");
  const std::string first = "a" + repeated(" + a", 20);
  EXPECT_EQ(origins("c", "for (" + first + "; b; i++) f();").substr(0, 7), "for ( a");
}

// What parentheses are is known of 64 that are open.
TEST(StatementForm, DeepParenthesesStay) {
  const std::string open = repeated("(", 64);
  const std::string close = repeated(")", 64);
  EXPECT_EQ(origins("c", repeated("(", 63) + "!(a)").back(), 'a');
  EXPECT_EQ(origins("c", open + "!(a)").back(), ')');
  EXPECT_EQ(symbols("c", open + "a" + close + "; while (!(b)) f();"),
            symbols("c", open + "a" + close + "; while (b) f();"));
  EXPECT_EQ(origins("c", ") !(a)"), ") a");
  EXPECT_EQ(strong_tokens(*find_language("c"), "!(" + open + close + ")").size(), 128u);
}

TEST(StatementForm, LoopsAreOneWordAndComparisonsAnother) {
  const auto word = [](std::string_view text) { return symbols("c", text)[0]; };
  EXPECT_EQ(word("while (a)"), word("for (a b)"));
  EXPECT_NE(word("while (a)"), symbols("c", "a < b")[1]);
  EXPECT_EQ(symbols("c", "a < b"), symbols("c", "a != b"));
}

TEST(StatementForm, IsALanguagesOwnChoice) {
  EXPECT_TRUE(check_code("java:strong"));
  EXPECT_TRUE(check_code("c++:strong"));
  ASSERT_FALSE(check_code("haskell:strong"));
  EXPECT_NE(check_code("haskell:strong").error().message.find("java"), std::string::npos);
  EXPECT_FALSE(check_code("java:weak"));
  EXPECT_FALSE(check_code(":strong"));
  EXPECT_EQ(code_comparison_class("c:strong"), code_comparison_class("cpp:strong"));
  EXPECT_NE(code_comparison_class("c:strong"), code_comparison_class("c"));
  EXPECT_EQ(code_comparison_class("java:strong"), "java:strong");
  for (const std::string_view name : strong_languages()) EXPECT_TRUE(has_strong_form(name)) << name;
  EXPECT_FALSE(has_strong_form("haskell"));
}

// Ascending places inside the text, and never more symbols than in the plain form.
void expect_sound(const Language& language, std::string_view text) {
  std::uint32_t last = 0;
  const std::vector<Token> all = strong_tokens(language, text);
  for (const Token& token : all) {
    ASSERT_LE(last, token.begin) << language.name;
    ASSERT_LT(token.begin, token.end) << language.name;
    ASSERT_LE(token.end, text.size()) << language.name;
    last = token.begin;
  }
  EXPECT_LE(all.size(), plain_tokens(language, text).size()) << language.name << '\n' << text;
}

class EveryStrongForm : public testing::TestWithParam<std::string_view> {
 protected:
  const Language& language() const { return *find_language(GetParam()); }
};

TEST_P(EveryStrongForm, IsSoundOnProgramsAndOnEachPrefix) {
  const std::string text = program(language());
  ASSERT_FALSE(text.empty());
  for (std::size_t size = 0; size < text.size(); size += 31) {
    expect_sound(language(), std::string_view(text).substr(0, size));
  }
  for (const Language* other : languages()) expect_sound(language(), program(*other));
}

TEST_P(EveryStrongForm, IsSoundOnAnyTokens) {
  const std::string_view words[] = {"for", "(", ")", ";",  "while", "{",  "}",   "!", "a",  "=",
                                    "0",   "+", "<", "++", "int",   "if", "\n ", ":", "not"};
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = 0; i < 120; ++i) text.append(words[random() % std::size(words)]).append(" ");
    expect_sound(language(), text);
  }
}

TEST_P(EveryStrongForm, DoesNotSeeBlanks) {
  const std::string text = program(language());
  std::string spaced;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\\')) spaced += " \t";
    spaced += text[i];
  }
  EXPECT_EQ(symbols(GetParam(), text), symbols(GetParam(), spaced));
}

TEST_P(EveryStrongForm, TakesLinearTimeOnHostileText) {
  constexpr std::size_t kBytes = 1 << 17;
  for (const std::string_view piece :
       {"for (", "for (;",          "for (;;", "!(",   "!",  "(",   ")",    "{", "}",
        "i++,",  "int i = 0,",      "a<",      "if (", "a.", "for", "int ", "[", "a = a",
        ";",     "for (a; b; i++) "}) {
    std::string text;
    while (text.size() < kBytes) text += piece;
    EXPECT_LT(processor_seconds([&] { expect_sound(language(), text); }), 5.0)
        << GetParam() << " on " << piece;
  }
}

INSTANTIATE_TEST_SUITE_P(Languages, EveryStrongForm, testing::ValuesIn(strong_languages()));

// Very long programs store the positions of their tokens in another shape.
TEST(StatementForm, OriginsOfAVeryLongProgramAreItsTokens) {
  const std::string piece = program(*find_language("c")) + std::string(300, '\n');
  input::Viewable document;
  while (document.text.size() <= 17 << 20) document.text += piece;
  const Canon canon = canonicalize_code(document, "c:strong");
  const std::vector<Token> tokens = strong_tokens(*find_language("c"), document.text);
  ASSERT_EQ(tokens.size(), canon.size());
  bool same = true;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    same = same && canon.origin.bytes(i, i + 1) == ByteRange{tokens[i].begin, tokens[i].end} &&
           std::get<Tokens>(canon.symbols)[i] == tokens[i].symbol;
  }
  EXPECT_TRUE(same);
}

}  // namespace
}  // namespace whorl::internal::tokens::code
