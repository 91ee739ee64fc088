// The tokenizer `code` and the rules that single tables cannot show.
#include "tokens/code/code.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string>

#include "tokens/byte_word.h"
#include "tokens/symbol.h"

namespace whorl::internal::tokens {
namespace {

// Spellings of keywords and operators, classes of the rest, in one line.
std::string shape(std::string_view language, std::string_view text) {
  std::string out;
  const std::string dump = code::dump_tokens(language, text);
  for (std::size_t line = 0; line < dump.size(); line = dump.find('\n', line) + 1) {
    const std::size_t tab = dump.find('\t', line);
    const std::string kind = dump.substr(line, tab - line);
    const bool spelled = kind == "keyword" || kind == "operator";
    if (!out.empty()) out += ' ';
    out += spelled ? dump.substr(tab + 1, dump.find('\t', tab + 1) - tab - 1) : kind;
  }
  return out;
}

input::Viewable viewable(std::string text) {
  input::Viewable document;
  document.text = std::move(text);
  return document;
}

TEST(Code, SymbolsAreSpellingsAndClassesAndPointBack) {
  const std::string text = "int x = 1; /* no */ char c = 'c';";
  const Canon canon = code::canonicalize_code(viewable(text), "c");
  const Tokens expected = {symbol_of("int"),
                           symbol_of("\x01identifier"),
                           symbol_of("="),
                           symbol_of("\x01number"),
                           symbol_of(";"),
                           symbol_of("char"),
                           symbol_of("\x01identifier"),
                           symbol_of("="),
                           symbol_of("\x01"
                                     "char"),
                           symbol_of(";")};
  EXPECT_EQ(std::get<Tokens>(canon.symbols), expected);
  const ByteRange range = canon.origin.bytes(5, 9);
  EXPECT_EQ(text.substr(range.begin, range.end - range.begin), "char c = 'c'");
}

TEST(Code, AFamilyHasTheSameSymbols) {
  const input::Viewable document =
      viewable("struct a { int b[3]; }; int f(void) { return a->b << 2; }");
  EXPECT_EQ(std::get<Tokens>(code::canonicalize_code(document, "c").symbols),
            std::get<Tokens>(code::canonicalize_code(document, "c++").symbols));
  EXPECT_EQ(code::code_comparison_class("c"), code::code_comparison_class("cc"));
  EXPECT_EQ(code::code_comparison_class("js"), code::code_comparison_class("typescript"));
  EXPECT_NE(code::code_comparison_class("java"), code::code_comparison_class("c"));
}

TEST(Code, RefusesUnknownLanguagesByName) {
  EXPECT_TRUE(code::check_code("python"));
  const Result<void> refused = code::check_code("klingon");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("klingon"), std::string::npos);
  EXPECT_NE(refused.error().message.find("java"), std::string::npos);
  EXPECT_FALSE(code::check_code(""));
}

TEST(Code, EmptyAndBinaryTextHaveNoTrouble) {
  EXPECT_EQ(code::canonicalize_code(viewable(""), "python").size(), 0u);
  EXPECT_EQ(shape("c", std::string("\0\0\x01\x7f", 4)), "");
  EXPECT_EQ(shape("python", " "), "");
}

TEST(Code, ImportsGoAsStatements) {
  EXPECT_EQ(shape("java", "package a.b;\nimport c.*; import d;\nclass"), "class");
  EXPECT_EQ(shape("javascript", "import {\n a,\n b\n} from 'c'\nx"), "identifier");
  EXPECT_EQ(shape("python", "from a import (b,\n  c)\nx"), "identifier");
  EXPECT_EQ(shape("go", "import (\n \"a\"\n)\nfunc"), "func");
  EXPECT_EQ(shape("csharp", "using (a) b;"), "( identifier ) identifier ;");
  EXPECT_EQ(shape("python", "yield from x"), "yield from identifier");
  // One that never ends does not take the program with it.
  std::string program = "import {\n";
  for (int line = 0; line < 100; ++line) program += "a\n";
  EXPECT_NE(shape("javascript", program), "");
}

TEST(Code, AnnotationsGoWithTheirArguments) {
  EXPECT_EQ(shape("java", "@A(b = {1, (2)}) @c.D public int x"), "int identifier");
  EXPECT_EQ(shape("java", "public @interface A"), "interface identifier");
  EXPECT_EQ(shape("kotlin", "a@ while (x) break@a"), "identifier while ( identifier ) break");
  EXPECT_EQ(shape("java", "@"), "");
}

TEST(Code, BlocksByIndentation) {
  EXPECT_EQ(shape("python", "if a:\n  b\nc"),
            "if identifier : indent identifier dedent identifier");
  EXPECT_EQ(shape("python", "if a:\n\n  # no\n  b\n    # no\n"),
            "if identifier : indent identifier dedent");
  EXPECT_EQ(shape("python", "f(a,\n   b)"), "identifier ( identifier , identifier )");
  EXPECT_EQ(shape("python", "if a:\n\tb\n        c"),
            "if identifier : indent identifier identifier dedent");
}

TEST(Code, UnclosedPiecesEnd) {
  EXPECT_EQ(shape("c", "\"a\nint"), "string int");
  EXPECT_EQ(shape("c", "int /* a\nint"), "int /* identifier int");
  EXPECT_EQ(shape("python", "x = \"\"\"a\nb"), "identifier = \"\"\" identifier identifier");
  EXPECT_EQ(shape("shell", "cat <<END\na\nb"), "cat < < identifier identifier identifier");
  EXPECT_EQ(shape("cpp", "R\"x(a)y\""), "R\" identifier ( identifier ) identifier string");
}

TEST(Code, ABackslashHidesNoHoleThatIsHiddenByDoubling) {
  EXPECT_EQ(shape("python", R"(x = rf"\{"a"}"; y)"), "identifier = string ; identifier");
  EXPECT_EQ(shape("python", R"(x = f"\{{" + "}"; y)"), "identifier = string + string ; identifier");
  EXPECT_EQ(shape("javascript", R"(x = `\${` + "}"; y)"),
            "identifier = string + string ; identifier");
}

TEST(Code, NumbersTakeWhatBelongsToThem) {
  for (const std::string_view number :
       {"1", "1.5e-3", "0x1F", "1_000", "1.", ".5f", "10k", "0FFh"}) {
    EXPECT_EQ(shape("c", number), "number") << number;
  }
  EXPECT_EQ(shape("pascal", "1..9"), "number .. number");
  EXPECT_EQ(shape("rust", "1.max(2)"), "number . identifier ( number )");
  EXPECT_EQ(shape("ada", "16#FF#"), "number");
  EXPECT_EQ(shape("prolog", "f(1) :- X is 2."), "identifier ( number ) :- identifier is number .");
}

TEST(Code, CaseFoldsWhereTheLanguageFolds) {
  EXPECT_EQ(
      std::get<Tokens>(code::canonicalize_code(viewable("BEGIN If X .AND. y"), "fortran").symbols),
      std::get<Tokens>(code::canonicalize_code(viewable("begin IF x .and. Y"), "fortran").symbols));
  EXPECT_EQ(shape("c", "IF"), "identifier");
}

TEST(Code, MySqlHasCommentsAndEscapesOfItsOwn) {
  EXPECT_EQ(shape("sql", "/* a /* b */ it's */ 1"), "number");
  EXPECT_EQ(shape("sql", "auto_increment /* a /* b */ 1"), "auto_increment number");
  EXPECT_EQ(shape("sql", "'\\' 1"), "string number");
  EXPECT_EQ(shape("sql", "auto_increment '\\'' 1"), "auto_increment string number");
  // A weak mark counts only without one of PostgreSQL.
  EXPECT_EQ(shape("sql", "`a` '\\'' 1"), "identifier string number");
  EXPECT_EQ(shape("sql", "plpgsql `a` '\\' 1"), "identifier identifier string number");
}

TEST(Code, MarksOfADialectBeginLinesWhereTheTableSaysSo) {
  EXPECT_EQ(shape("sql", "delimiter /* a /* b */ 1"), "identifier number");
  EXPECT_EQ(shape("sql", "x\ndelimiter /* a /* b */ 1"), "identifier identifier number");
  EXPECT_EQ(shape("sql", "x\rDELIMITER /* a /* b */ 1"), "identifier identifier number");
  EXPECT_EQ(shape("sql", "x delimiter /* a /* b */ it's */ 1"), "identifier identifier number");
  EXPECT_EQ(shape("sql", ") ENGINE=x /* a /* b */ 1"), ") identifier = identifier number");
}

TEST(Code, HereDocumentsEndAfterManyThatNeverEnd) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "x(<<A)\n";
  text += "x(<<B)\nit's\nB\ny";
  EXPECT_TRUE(shape("ruby", text).ends_with("identifier ( string ) string identifier"))
      << shape("ruby", text);
  EXPECT_EQ(shape("perl", "f(<<\"\");\n\nz"), "identifier ( string ) ; identifier");
}

TEST(Code, NamesEndAtEachByteThatIsNoPart) {
  for (int c = 1; c < 0x80; ++c) {
    const std::string text = "abcdefgh" + std::string(1, static_cast<char>(c)) + "12345678";
    const bool part = std::isalnum(c) != 0 || c == '_';
    EXPECT_EQ(tokens::name_bytes(tokens::load_word(text.data() + 8)) & 0x80, part ? 0x80u : 0u)
        << c;
  }
}

TEST(Code, NamesInQuotesAreNames) {
  EXPECT_EQ(shape("kotlin", "`it's`"), "identifier");
  EXPECT_EQ(shape("r", "`it's`"), "identifier");
  EXPECT_EQ(shape("sql", "[it's]"), "identifier");
  EXPECT_EQ(shape("sql", "a['b']"), "identifier [ string ]");
  EXPECT_EQ(shape("lisp", "|it's|"), "identifier");
}

TEST(Code, StringsAreDocstringsWhereAStatementBegins) {
  EXPECT_EQ(shape("python", "\"\"\"a\"\"\"\nx\n"), "identifier");
  EXPECT_EQ(shape("python", "f(\n\"\"\"a\"\"\")\n"), "identifier ( string )");
  EXPECT_EQ(shape("python", "x = \\\n\"\"\"a\"\"\"\n"), "identifier = string");
}

}  // namespace
}  // namespace whorl::internal::tokens
