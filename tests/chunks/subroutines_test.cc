// The outermost functions of programs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chunk_pieces.h"
#include "fingerprints/chunks/subroutine_finder.h"
#include "tokens/code/language_table.h"

namespace whorl::internal::chunks {
namespace {

using testing::ElementsAre;

std::vector<std::string> subroutines(const std::string& language, std::string_view text) {
  return pieces("code:" + language + "/subroutine/none", text);
}

TEST(Subroutines, OfC) {
  EXPECT_THAT(subroutines("c",
                          "#include <a.h>\n#define MAX(a, b) { a }\nint x;\n"
                          "struct s f(int a)\n{\n  if (a) { b(); }\n\n  return a;\n}\n"
                          "struct s { int a; };\n\nint t[] = { F(1) };\nint g(void) { }\n"),
              ElementsAre("#define MAX(a, b) { a }\nint x;",
                          "struct s f(int a)\n{\n  if (a) { b(); }\n\n  return a;\n}",
                          "struct s { int a; };", "int t[] = { F(1) };", "int g(void) { }"));
}

TEST(Subroutines, OfCWithABlankLineBeforeTheBrace) {
  EXPECT_THAT(subroutines("c", "int f(int a)\n\n{\n  return a;\n}\n"),
              ElementsAre("int f(int a)\n\n{\n  return a;\n}"));
}

TEST(Subroutines, OfCppInClassesAndNamespaces) {
  EXPECT_THAT(subroutines("cpp",
                          "namespace n {\ntemplate <class T> T f(T a) { return a; }\n"
                          "class A : public B {\n  A() : x(1), y(2) { }\n"
                          "  int g() const { return x; }\n  int x;\n};\n}\n"),
              ElementsAre("namespace n {", "template <class T> T f(T a) { return a; }",
                          "class A : public B {", "A() : x(1), y(2) { }",
                          "int g() const { return x; }", "int x;\n};\n}"));
}

TEST(Subroutines, OfJava) {
  EXPECT_THAT(subroutines("java",
                          "class A extends B {\n  int a = f(1);\n  @Override\n"
                          "  public int get(int i) throws E, F {\n    new X() { void y() { } };\n"
                          "    return a;\n  }\n  static { init(); }\n}\nrecord P(int x) { }\n"),
              ElementsAre("class A extends B {\n  int a = f(1);",
                          "int get(int i) throws E, F {\n    new X() { void y() { } };\n"
                          "    return a;\n  }",
                          "{ init(); }\n}\nrecord P(int x) { }"));
}

TEST(Subroutines, OfJavaScript) {
  EXPECT_THAT(subroutines("javascript",
                          "let a = 1;\nif (a) { b(); }\n"
                          "function f(x) { return { y: x }; }\n"
                          "class A { g(x) { return x; } }\n"
                          "run('n', function (x) { h(); });\n"
                          "const k = async (x) => { h(); };\n"),
              ElementsAre("let a = 1;\nif (a) { b(); }", "function f(x) { return { y: x }; }",
                          "class A {", "g(x) { return x; }", "}\nrun('n',", "function (x) { h(); }",
                          ");", "const k = async (x) => { h(); }", ";"));
}

TEST(Subroutines, OfLanguagesWithAWordForThem) {
  EXPECT_THAT(subroutines("go",
                          "type S struct {\n  a int\n}\nvar x = g(1)\n"
                          "func (s S) F(a int) (int, error) { return a, nil }\n"),
              ElementsAre("type S struct {\n  a int\n}\nvar x = g(1)",
                          "func (s S) F(a int) (int, error) { return a, nil }"));
  EXPECT_THAT(subroutines("go", "func f(a int) func() { return g }\n"),
              ElementsAre("func f(a int) func() { return g }"));
  EXPECT_THAT(
      subroutines("rust", "impl<F: Fn(i32)> A for B {\n  fn f(&self) -> impl C { g() }\n}\n"),
      ElementsAre("impl<F: Fn(i32)> A for B {", "fn f(&self) -> impl C { g() }", "}"));
  EXPECT_THAT(
      subroutines("kotlin", "class A(val a: Int) {\n  fun f(x: Int): Int { return x }\n}\n"),
      ElementsAre("class A(val a: Int) {", "fun f(x: Int): Int { return x }", "}"));
  EXPECT_THAT(subroutines("php", "<?php\nfunction f($a) { return $a; }\n$b = 2;\n"),
              ElementsAre("function f($a) { return $a; }", "$b = 2;"));
}

TEST(Subroutines, OfPython) {
  EXPECT_THAT(
      subroutines("python",
                  "import os\nx = 1\ndef f(a, b={1: 2}) -> int:\n\n    if a:\n"
                  "        def g(): pass\n    return b\nclass A:\n    y = 2\n"
                  "    async def h(self): return (1,\n2)\n    z = 3\n\nw = 4\n"),
      ElementsAre("x = 1",
                  "def f(a, b={1: 2}) -> int:\n\n    if a:\n        def g(): pass\n"
                  "    return b",
                  "class A:\n    y = 2", "async def h(self): return (1,\n2)", "z = 3", "w = 4"));
}

TEST(Subroutines, OfPythonWithoutABody) {
  EXPECT_THAT(subroutines("python", "def f():\n    \"\"\"Says what.\"\"\"\n\nx = 1\ndef g():"),
              ElementsAre("def f():", "x = 1", "def g():"));
}

TEST(Subroutines, AreTheSameWhereverTheyStand) {
  const std::string function = "int f(int a) {\n  return a;\n}\n";
  const auto digests = [](const std::string& text) {
    std::vector<std::uint64_t> out;
    for (const Chunk& c : chunks_by("code:cpp/subroutine/none", text).chunks) {
      out.push_back(c.digest);
    }
    return out;
  };
  const std::uint64_t alone = digests(function).at(0);
  for (const std::string& host :
       {"int x;\n" + function, "struct A {\n" + function + "};\n", "#endif\n" + function,
        "namespace {\n" + function + "}\n", "int g() { }" + function + "int h() { }"}) {
    EXPECT_THAT(digests(host), testing::Contains(alone)) << host;
  }
}

// Any text gives ranges that are in order and do not overlap.
TEST(Subroutines, OfBrokenCode) {
  const std::string_view parts[] = {"(", ")",    "{", "}",  "[",    "]",    ";",
                                    "f", "def ", ":", "\n", "\n\n", "    ", "class ",
                                    "#", "\\\n", "=", ",",  "=>",   "\""};
  std::uint32_t random = 1;
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (int i = 0; i < 40; ++i) {
      random = random * 1664525 + 1013904223;
      text += parts[(random >> 16) % std::size(parts)];
    }
    for (const char* language : {"c", "java", "javascript", "python", "csharp"}) {
      std::uint32_t end = 0;
      for (const Chunk& c :
           chunks_by("code:" + std::string(language) + "/subroutine/none", text).chunks) {
        ASSERT_GE(c.first, end) << text;
        ASSERT_GT(c.symbols, 0u) << text;
        end = c.first + c.symbols;
      }
    }
  }
}

TEST(Subroutines, AreKnownOfLanguagesThatThereAre) {
  std::size_t known = 0;
  for (const tokens::code::Language* language : tokens::code::languages()) {
    known += has_subroutines(language->name) ? 1 : 0;
  }
  const std::string list = languages_with_subroutines();
  EXPECT_EQ(known, static_cast<std::size_t>(std::ranges::count(list, ',')) + 1);
}

}  // namespace
}  // namespace whorl::internal::chunks
