// Where a sentence ends.
#include <gtest/gtest.h>

#include "whorl/chunks.h"

namespace whorl::test {
namespace {

std::vector<std::string> sentences(const std::string& text) {
  const auto recipe = parse_recipe("words/sentence/none");
  const auto set = chunks(text, *recipe);
  std::vector<std::string> out;
  for (const Chunk& chunk : set->chunks) {
    out.push_back(text.substr(chunk.bytes.begin, chunk.bytes.end - chunk.bytes.begin));
  }
  return out;
}

using List = std::vector<std::string>;

TEST(Sentences, EndAtMarksBeforeWhiteSpace) {
  EXPECT_EQ(sentences("One two. Three? Four!\nFive"), (List{"One two", "Three", "Four", "Five"}));
  EXPECT_EQ(sentences("At 3.5 p, e.g.so on"), (List{"At 3.5 p, e.g.so on"}));
  EXPECT_EQ(sentences("He said \"go.\" (And went.) Then"),
            (List{"He said \"go", "And went", "Then"}));
  EXPECT_EQ(sentences("Wait... what"), (List{"Wait", "what"}));
}

TEST(Sentences, EndAtBlankLines) {
  EXPECT_EQ(sentences("A heading\n\nand a line\nthat goes on"),
            (List{"A heading", "and a line\nthat goes on"}));
  EXPECT_EQ(sentences("A heading\r\n \r\nand a line"), (List{"A heading", "and a line"}));
  EXPECT_EQ(sentences(""), List{});
}

TEST(Sentences, AreOfWords) {
  EXPECT_FALSE(parse_recipe("code:c/sentence/none"));
  EXPECT_FALSE(parse_recipe("html:words/sentence/none"));
  EXPECT_TRUE(parse_recipe("words:se/sentence/variance"));
}

}  // namespace
}  // namespace whorl::test
