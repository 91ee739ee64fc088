#include "input/paths/glob.h"

#include <gtest/gtest.h>

#include <string>

#include "../processor_seconds.h"

namespace whorl::internal::input {
namespace {

struct Case {
  const char* pattern;
  const char* text;
  bool matches;
};

TEST(Glob, Table) {
  constexpr Case kCases[] = {
      {"", "", true},
      {"a", "a", true},
      {"a", "b", false},
      {"*", "", true},
      {"*", "abc", true},
      {"*", "a/b", false},
      {"*.c", "main.c", true},
      {"*.c", "main.cc", false},
      {"*a*b*", "xxaxxbxx", true},
      {"*a*b", "ab/b", false},
      {"?", "\u00e9", true},
      {"?", "/", false},
      {"[a-c]x", "bx", true},
      {"[!a-c]x", "bx", false},
      {"[^a-c]x", "dx", true},
      {"[!a]", "/", false},
      {"[]]", "]", true},
      {"[a-]", "-", true},
      {"[abc", "[abc", true},
      {"**", "a/b/c", true},
      {"**/x", "x", true},
      {"**/x", "a/b/x", true},
      {"**/x", "a/bx", false},
      {"a/**", "a/b/c", true},
      {"a/**/b", "a/b", true},
      {"a/**/b", "a/x/y/b", true},
      {"a/**/b", "a/x/yb", false},
      {"a**b", "a/x/b", true},
      {"*/*.c", "a/b.c", true},
      {"*/*.c", "a/b/c.c", false},
      {"**/*.c", "a/b/c.c", true},
      {"**/test/**/*.c", "x/test/y/z.c", true},
      {"**/**/x", "a/x", true},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(glob_match(c.pattern, c.text), c.matches) << c.pattern << " on " << c.text;
  }
}

TEST(Glob, NamesMatchByTheirLastPartOrWhole) {
  EXPECT_TRUE(glob_match_name("*.c", "a/b/main.c"));
  EXPECT_TRUE(glob_match_name("/a/*", "a/main.c"));
  EXPECT_FALSE(glob_match_name("/*.c", "a/main.c"));
}

TEST(Glob, ManyStarsStayFast) {
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += "*a**/";
  const std::string text(5000, 'a');
  EXPECT_LT(processor_seconds([&] { EXPECT_FALSE(glob_match(pattern, text)); }), 2);
}

}  // namespace
}  // namespace whorl::internal::input
