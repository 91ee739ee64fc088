#include "whorl/recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fingerprints/select/select.h"

namespace whorl::internal::select {
namespace {

using testing::HasSubstr;

Recipe parsed(std::string_view text) {
  const auto recipe = parse_recipe(text);
  EXPECT_TRUE(recipe) << text << ": " << (recipe ? "" : recipe.error().message);
  return recipe.value_or(Recipe{});
}

std::string refusal(std::string_view text) {
  const auto recipe = parse_recipe(text);
  return recipe ? "accepted" : recipe.error().message;
}

std::string refusal(std::string_view query, std::string_view stored) {
  const auto good = comparable(parsed(query), parsed(stored));
  return good ? "comparable" : good.error().message;
}

TEST(Recipe, ParsesEveryPart) {
  const Recipe recipe = parsed("words:se/k=10/modp:p=25/seed=7");
  EXPECT_EQ(recipe.front_end, "words");
  EXPECT_EQ(recipe.argument, "se");
  EXPECT_EQ(recipe.k, 10u);
  EXPECT_EQ(recipe.selector, (SelectorSpec{"modp", {25}}));
  EXPECT_EQ(recipe.seed, 7u);
}

TEST(Recipe, PrintsWhatItParses) {
  for (const char* text : {"text/k=50/robust:w=100", "text/k=1/winnow:w=1/seed=1",
                           "bytes/k=8/safemodp:w=100,p=22", "words/k=10/min:s=400"}) {
    EXPECT_EQ(print(parsed(text)), text);
  }
}

TEST(Recipe, PrintsOneCanonicalForm) {
  EXPECT_EQ(print(parsed("text/k=50/winnow:100/seed=0")), "text/k=50/winnow:w=100");
  EXPECT_EQ(print(parsed("text/k=50/safemodp:100")), "text/k=50/safemodp:w=100,p=22");
  EXPECT_EQ(print(parsed("text/k=50/oc:100")), "text/k=50/oc:w=100,s=4");
  EXPECT_EQ(print(parsed("text/k=5/modmin:4")), "text/k=5/modmin:w=4,r=1");
}

TEST(Recipe, EverySelectorParses) {
  for (const Selector& row : selectors()) {
    std::string text = "text/k=20/" + std::string(row.name) + ":";
    for (std::size_t i = 0; i < row.parameters.size(); ++i) text += i ? ",4" : "4";
    EXPECT_EQ(parsed(print(parsed(text))), parsed(text));
  }
}

TEST(Recipe, IdNamesTheVersions) {
  EXPECT_EQ(id(parsed("bytes/k=50/winnow:w=100")), "bytes/k=50/winnow:w=100 (bytes 1, hash 2)");
  EXPECT_THAT(id(parsed("text/k=50/winnow:w=100")),
              testing::StartsWith("text/k=50/winnow:w=100 (text 2, Unicode "));
}

TEST(Recipe, RefusalsNameThePartThatIsWrong) {
  EXPECT_THAT(refusal(""), HasSubstr("there is no tokenizer ''; known are text"));
  EXPECT_THAT(refusal("txt/k=5/winnow:w=4"), HasSubstr("there is no tokenizer 'txt'"));
  EXPECT_THAT(refusal("text:x/k=5/winnow:w=4"), HasSubstr("'text' does not take 'x'"));
  EXPECT_THAT(refusal("text"), HasSubstr("'k=N' was expected"));
  EXPECT_THAT(refusal("text/k=0/winnow:w=4"), HasSubstr("k is '0'; it must be"));
  EXPECT_THAT(refusal("text/k=-1/winnow:w=4"), HasSubstr("k is '-1'"));
  EXPECT_THAT(refusal("text/k=99999999/winnow:w=4"), HasSubstr("from 1 to 1048576"));
  EXPECT_THAT(refusal("code:java/k=12"), HasSubstr("a recipe ends in a selector, such as"));
  EXPECT_THAT(refusal("text/k=5/winow:w=4"), HasSubstr("there is no selector 'winow'"));
  EXPECT_THAT(refusal("text/k=5/winnow"), HasSubstr("'winnow' needs the argument 'w'"));
  EXPECT_THAT(refusal("text/k=5/winnow:w=0"), HasSubstr("w is '0'"));
  EXPECT_THAT(refusal("text/k=5/winnow:v=4"), HasSubstr("'w=N' was expected instead of 'v'"));
  EXPECT_THAT(refusal("text/k=5/winnow:4,5"), HasSubstr("takes no argument '5'"));
  EXPECT_THAT(refusal("text/k=5/winnow:w=99999999999999999999"), HasSubstr("w is '9999"));
  EXPECT_THAT(refusal("text/k=5/oc:w=4,s=6"), HasSubstr("no longer than k"));
  EXPECT_THAT(refusal("text/k=5/winnow:w=4/sed=1"), HasSubstr("'seed=N' was expected"));
  EXPECT_THAT(refusal("text/k=5/winnow:w=4/seed=1/x"), HasSubstr("'key=ID' was expected"));
}

TEST(Recipe, OfChunks) {
  const Recipe recipe = parsed("words:se/breakpoint:10/variance/digest=md5/seed=3");
  EXPECT_EQ(recipe.k, 0u);
  EXPECT_EQ(recipe.chunk, (ChunkSpec{"breakpoint", {10}}));
  EXPECT_EQ(recipe.selector, (SelectorSpec{"variance", {}}));
  EXPECT_EQ(recipe.digest, Digest::md5);
  EXPECT_EQ(recipe.seed, 3u);
  for (const char* text :
       {"words:se/breakpoint:c=10/variance", "code:c/paragraph/variance",
        "code:java/subroutine/sqrt", "words/breakpoint:c=3/none/digest=md5/seed=3",
        "words/breakpoint:c=3/none/key=0123456789abcdef",
        "text/k=5/winnow:w=4/key=0123456789abcdef"}) {
    EXPECT_EQ(print(parsed(text)), text);
    EXPECT_EQ(parsed(print(parsed(text))), parsed(text));
  }
  EXPECT_EQ(id(parsed("code:c/paragraph/sqrt")),
            "code:c/paragraph/sqrt (code 3, hash 2, chunks 1)");
}

TEST(Recipe, RefusalsOfChunksNameThePartThatIsWrong) {
  EXPECT_THAT(refusal("text/k=5/winnow:w=4/digest=md5"), HasSubstr("digest=md5 is for chunks"));
  EXPECT_THAT(refusal("code:c/paragraph/none/digest=sha1"), HasSubstr("it may be digest=md5"));
  EXPECT_THAT(refusal("code:c/paragraph/none/key="), HasSubstr("missing"));
  EXPECT_THAT(refusal("code:c/paragraph/none/key=12"), HasSubstr("16 hexadecimal digits"));
  EXPECT_THAT(refusal("code:c/paragraph/none/key=0123456789ABCDEF"), HasSubstr("hexadecimal"));
  EXPECT_THAT(refusal("code:c/paragraph/none/digest=md5/key=0123456789abcdef"),
              HasSubstr("cannot be used with a key"));
  EXPECT_THAT(refusal("code:c/paragraph/none/seed=1/key=0123456789abcdef"), HasSubstr("no seed"));
  EXPECT_THAT(refusal("code:c/paragraph/none/key=0123456789abcdef/seed=1"), HasSubstr("16 hexa"));
}

TEST(Comparable, OfChunks) {
  const char* stored = "words:se/breakpoint:c=10/variance";
  EXPECT_EQ(refusal(stored, stored), "comparable");
  EXPECT_EQ(refusal("code:c/subroutine/sqrt", "code:cpp/subroutine/none"), "comparable");
  EXPECT_THAT(refusal("words:se/breakpoint:c=10/sqrt", stored), HasSubstr("cullings differ"));
  EXPECT_THAT(refusal("words:se/breakpoint:c=9/variance", stored), HasSubstr("'breakpoint:c=9'"));
  EXPECT_THAT(refusal("words:se/k=9/winnow:w=4", stored), HasSubstr("the query's are 'k-grams'"));
  EXPECT_THAT(refusal("words:se/breakpoint:c=10/variance/digest=md5", stored), HasSubstr("MD5"));
  EXPECT_THAT(refusal("words:se/breakpoint:c=10/variance/seed=2", stored), HasSubstr("seed"));
  EXPECT_THAT(refusal("words:se/breakpoint:c=10/variance/key=0123456789abcdef", stored),
              HasSubstr("the keys differ"));
}

TEST(Comparable, AsTheSelectorsRuleAllows) {
  EXPECT_EQ(refusal("text/k=5/winnow:w=8", "text/k=5/winnow:w=4"), "comparable");
  EXPECT_EQ(refusal("text/k=5/robust:w=8", "text/k=5/winnow:w=8"), "comparable");
  EXPECT_EQ(refusal("text/k=5/modp:p=8", "text/k=5/modp:p=4"), "comparable");
  EXPECT_EQ(refusal("text/k=5/min:s=8", "text/k=5/min:s=400"), "comparable");
}

TEST(Comparable, AllElseIsRefusedByName) {
  EXPECT_THAT(refusal("text/k=5/winnow:w=4", "words/k=5/winnow:w=4"), HasSubstr("tokenizers"));
  EXPECT_THAT(refusal("text/k=5/winnow:w=4", "text/k=6/winnow:w=4"), HasSubstr("k differs"));
  EXPECT_THAT(refusal("text/k=5/winnow:w=4", "text/k=5/winnow:w=4/seed=1"), HasSubstr("seed"));
  EXPECT_THAT(refusal("text/k=5/winnow:w=4", "text/k=5/winnow:w=8"), HasSubstr("at least"));
  EXPECT_THAT(refusal("text/k=5/modp:p=6", "text/k=5/modp:p=4"), HasSubstr("multiple"));
  EXPECT_THAT(refusal("text/k=5/modp:p=4", "text/k=5/winnow:w=4"), HasSubstr("selectors differ"));
  EXPECT_THAT(refusal("text/k=5/safemodp:w=9,p=4", "text/k=5/safemodp:w=9,p=5"),
              HasSubstr("equal"));
}

}  // namespace
}  // namespace whorl::internal::select
