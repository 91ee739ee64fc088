// The table of chunks: the tokenizers that have them, and that other lists of them are complete.

#include "fingerprints/chunks/chunk_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "fingerprints/chunks/culling.h"
#include "whorl/methods.h"
#include "whorl/recipe.h"

namespace whorl::internal::chunks {
namespace {

using testing::HasSubstr;

std::string refusal(std::string_view recipe) {
  const auto parsed = parse_recipe(recipe);
  return parsed ? "accepted" : parsed.error().message;
}

TEST(Chunkings, RefuseFrontEndsByName) {
  for (const char* front_end : {"words", "words:se", "html:words", "html:words:se", "code:lua"}) {
    EXPECT_EQ(refusal(std::string(front_end) + "/breakpoint:c=10/none"), "accepted");
  }
  for (const char* front_end : {"text", "html", "html:consonants", "consonants", "bytes"}) {
    EXPECT_THAT(refusal(std::string(front_end) + "/breakpoint:c=10/none"),
                HasSubstr("has no tokens that could end a chunk"));
  }
  EXPECT_EQ(refusal("code:ruby/paragraph/none"), "accepted");
  EXPECT_EQ(refusal("words/paragraph/none"), "accepted");
  EXPECT_THAT(refusal("text/paragraph/none"), HasSubstr("'text' has no paragraphs"));
  EXPECT_EQ(refusal("code:py/subroutine/none"), "accepted");
  EXPECT_THAT(refusal("code:ruby/subroutine/none"),
              HasSubstr("whorl cannot find subroutines in 'ruby'; it can in c, cpp, java"));
  EXPECT_THAT(refusal("bytes/subroutine/none"), HasSubstr("'bytes' has no subroutines"));
}

TEST(Chunkings, NeedTheirArguments) {
  EXPECT_THAT(refusal("words/breakpoint/none"), HasSubstr("'breakpoint' needs the argument 'c'"));
  EXPECT_THAT(refusal("words/breakpoint:c=0/none"), HasSubstr("c is '0'"));
  EXPECT_THAT(refusal("words/breakpoint:c=5,6/none"), HasSubstr("takes no argument '6'"));
  EXPECT_THAT(refusal("code:c/paragraph:3/none"), HasSubstr("takes no argument '3'"));
}

TEST(Cullings, AreNamed) {
  EXPECT_THAT(refusal("words/breakpoint:c=9/winnow:w=4"),
              HasSubstr("there is no culling 'winnow:w=4'; known are variance, sqrt, none"));
  EXPECT_THAT(refusal("words/breakpoint:c=9"), HasSubstr("there is no culling ''"));
  EXPECT_THAT(refusal("words/k=9/variance"), HasSubstr("there is no selector 'variance'"));
  EXPECT_THAT(refusal("words/breakpoints:c=9/none"),
              HasSubstr("or chunks: breakpoint, paragraph, subroutine, sentence"));
}

TEST(Chunkings, AreListedAndDocumented) {
  std::ifstream in(std::string(WHORL_SOURCE_DIR) + "/docs/methods.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  const Methods all = methods();
  ASSERT_EQ(all.chunks.size(), chunkings().size());
  ASSERT_EQ(all.cullings.size(), cullings().size());
  for (const ChunkMethod& row : all.chunks) {
    EXPECT_NE(find_chunking(row.name), nullptr);
    EXPECT_THAT(page, HasSubstr("| `" + std::string(row.name)));
  }
  for (const CullingMethod& row : all.cullings) {
    EXPECT_NE(find_culling(row.name), nullptr);
    EXPECT_THAT(page, HasSubstr("| `" + std::string(row.name)));
  }
}

}  // namespace
}  // namespace whorl::internal::chunks
