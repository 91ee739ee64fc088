// The valid parameters of a method, and the refusal of others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "whorl/similarity_methods.h"

namespace whorl::test {
namespace {

using testing::HasSubstr;

std::string refusal_of(const std::string& method, const std::string& front_end = "") {
  const auto rows = measure("a text", "another text", {{method}, front_end});
  return rows ? "" : rows.error().message;
}

// Whatever row and parameter: one under the least, one over the most, and words are refused by the
// name of both.
TEST(MeasuringParameters, OutOfRangeAreRefusedByName) {
  for (const MeasuringMethod& row : measuring_methods()) {
    for (const MeasuringParameter& parameter : row.parameters) {
      if (parameter.is_word) continue;
      ASSERT_LE(parameter.min, parameter.fallback);
      ASSERT_LE(parameter.fallback, parameter.max);
      for (const std::string& value :
           {std::to_string(parameter.min - 1), std::to_string(parameter.max + 1),
            std::string("many"), std::string(), std::string("-1"),
            std::string("99999999999999999999"), std::string("1e3")}) {
        const std::string method =
            std::string(row.name) + ":" + std::string(parameter.name) + "=" + value;
        const std::string said = refusal_of(method, "code:c");
        EXPECT_THAT(said, HasSubstr(row.name)) << method;
        EXPECT_THAT(said, HasSubstr(parameter.name)) << method;
        EXPECT_THAT(said, HasSubstr(std::to_string(parameter.max))) << method;
      }
    }
    const std::string method(row.name);
    EXPECT_THAT(refusal_of(method + ":nothing=3"), HasSubstr("'nothing'")) << method;
  }
}

TEST(MeasuringParameters, WordsHaveALength) {
  EXPECT_EQ(refusal_of("sif-anchor:anchor=a"), "");
  EXPECT_EQ(refusal_of("sif-anchor:anchor=eightletters"),
            "sif-anchor: anchor is 'eightletters'; its length in bytes must be from 1 to 8");
  EXPECT_THAT(refusal_of("sif-anchor:anchor="), HasSubstr("from 1 to 8"));
  const auto rows = measure("a", "b", {{"sif-anchor:anchor=über the"}, {}});
  EXPECT_FALSE(rows);
  const auto fits = measure("a", "b", {{"sif-anchor:anchor=über,b=9"}, {}});
  ASSERT_TRUE(fits);
  EXPECT_EQ((*fits)[0].method, "sif-anchor:b=9,anchor=über");
}

TEST(MeasuringParameters, NamesAreListed) {
  const std::string said = refusal_of("mash");
  for (const MeasuringMethod& row : measuring_methods()) EXPECT_THAT(said, HasSubstr(row.name));
}

TEST(MeasuringParameters, WhatDoesNotGoTogetherIsRefused) {
  EXPECT_THAT(refusal_of("koala:stored=200,searched=100"), HasSubstr("searched"));
  EXPECT_THAT(refusal_of("se-paragraph"), HasSubstr("--front-end code:c"));
  EXPECT_EQ(refusal_of("se-paragraph", "words"), "");
  EXPECT_THAT(refusal_of("se-paragraph", "text"), HasSubstr("text"));
  EXPECT_THAT(refusal_of("sentences", "code:c"), HasSubstr("code"));
  EXPECT_THAT(refusal_of("se", "text"), HasSubstr("text"));
  EXPECT_THAT(refusal_of("shingles", "code:klingon"), HasSubstr("klingon"));
  EXPECT_THAT(refusal_of("shingles", "prose"), HasSubstr("prose"));
  EXPECT_EQ(refusal_of("se-subroutine", "code:c"), "");
}

TEST(MeasuringParameters, RowsSayWhatTheyWereTold) {
  const auto rows = measure("a", "b", {{"min:s=7", "se", "mod:m=4,k=2"}, {}});
  ASSERT_TRUE(rows);
  EXPECT_EQ((*rows)[0].method, "min:k=10,s=7");
  EXPECT_EQ((*rows)[1].method, "se:c=10");
  EXPECT_EQ((*rows)[2].method, "mod:k=2,m=4");
}

TEST(MeasuringParameters, AllRowsSayWhyOneHasNoFigures) {
  const auto prose = measure("a text", "a text");
  ASSERT_TRUE(prose);
  ASSERT_EQ(prose->size(), measuring_methods().size());
  std::set<std::string> refused;
  for (const Measured& row : *prose) {
    if (!row.refusal.empty()) refused.insert(row.method);
  }
  EXPECT_EQ(refused,
            (std::set<std::string>{"se-paragraph", "se-paragraph-sqrt", "se-paragraph-none",
                                   "se-subroutine", "se-subroutine-sqrt", "se-subroutine-none"}));
  const auto code = measure("int f() {}", "int g() {}", {{}, "code:c"});
  ASSERT_TRUE(code);
  for (const Measured& row : *code) EXPECT_EQ(row.refusal.empty(), row.method != "sentences");
}

std::string escaped(std::string_view cell) {
  std::string out;
  for (const char c : cell) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

TEST(MeasuringParameters, MethodsAreDocumented) {
  std::ifstream in(std::string(WHORL_SOURCE_DIR) + "/docs/methods.md");
  std::string page{std::istreambuf_iterator<char>(in), {}};
  std::replace(page.begin(), page.end(), '\n', ' ');
  for (const MeasuringMethod& row : measuring_methods()) {
    EXPECT_THAT(page, HasSubstr("`" + with_defaults(row) + "`"));
    EXPECT_THAT(page, HasSubstr(escaped(row.formula)));
  }
}

}  // namespace
}  // namespace whorl::test
