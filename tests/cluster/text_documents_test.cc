// The documents of a column. python/tests/test_phases.py compares the decisions of whorl.phases
// with those of dedup.
#include "whorl/text_documents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "themed.h"

namespace whorl {
namespace {

using Text = std::optional<std::string>;

TextColumn column_of(const std::vector<Text>& rows) {
  return {rows.size(),
          [&](std::size_t row) -> std::optional<std::string_view> { return rows[row]; }};
}

ShingleMethod method_of(const std::string& sketch) {
  ShingleMethod method;
  method.sketch = sketch;
  return method;
}

std::vector<TextDocument> documents_of(const std::vector<Text>& rows, const std::string& sketch,
                                       unsigned threads = 1) {
  NoProgress quiet;
  auto made = text_documents(column_of(rows), method_of(sketch), 1 << 30, threads, quiet);
  EXPECT_TRUE(made) << made.error().message;
  return made ? *made : std::vector<TextDocument>();
}

TEST(TextDocuments, HaveARowForEachText) {
  const auto documents = documents_of({"some words", std::nullopt, "", "\xFF", "more"}, "mod:25");
  ASSERT_EQ(documents.size(), 5u);
  EXPECT_EQ(documents[0].bytes, 10u);
  EXPECT_EQ(documents[1].skipped, "is null: it has no text");
  EXPECT_TRUE(documents[2].skipped.empty());
  EXPECT_EQ(documents[2].canonical, kHashOfNothing);
  EXPECT_EQ(documents[3].skipped, "its text is not valid UTF-8");
  EXPECT_EQ(documents[4].bytes, 4u);
}

TEST(TextDocuments, HaveTheShinglesOfTheirSketch) {
  std::vector<Text> rows;
  for (const std::string& text : test::themed_texts(40, 3)) rows.emplace_back(text);
  for (const char* sketch : {"mod:25", "vi", "all"}) {
    for (const TextDocument& document : documents_of(rows, sketch)) {
      EXPECT_TRUE(std::ranges::is_sorted(document.shingles));
      std::vector<std::uint64_t> expected;
      std::ranges::copy_if(document.shingles, std::back_inserter(expected),
                           [&](std::uint64_t hash) { return hash % document.modulus == 0; });
      EXPECT_EQ(document.sketch, expected) << sketch;
    }
  }
}

TEST(TextDocuments, DoNotDependOnTheNumberOfThreads) {
  std::vector<Text> rows;
  for (const std::string& text : test::themed_texts(200, 1)) rows.emplace_back(text);
  const auto one = documents_of(rows, "mod:25", 1), four = documents_of(rows, "mod:25", 4);
  ASSERT_EQ(one.size(), four.size());
  for (std::size_t row = 0; row < one.size(); ++row) {
    EXPECT_EQ(one[row].content, four[row].content);
    EXPECT_EQ(one[row].shingles, four[row].shingles);
    EXPECT_EQ(one[row].sketch_hash, four[row].sketch_hash);
  }
}

// As in dedup by resemblance, two titles that differ in one word are similar.
TEST(TextDocuments, OfFewWordsAlsoHaveShinglesOfLetters) {
  NoProgress quiet;
  const std::vector<Text> rows = {"a title of six words here"};
  ShingleMethod without = method_of("mod:25");
  without.letters_below = 0;
  const auto words = text_documents(column_of(rows), without, 1 << 30, 1, quiet);
  ASSERT_TRUE(words);
  EXPECT_EQ(words->front().shingles.size(), 2u);
  EXPECT_GT(documents_of(rows, "mod:25").front().shingles.size(), 10u);
}

TEST(TextDocuments, RefuseSketchesWithoutAModulus) {
  NoProgress quiet;
  const std::vector<Text> rows = {"a text"};
  const auto smallest = text_documents(column_of(rows), method_of("min:400"), 1 << 30, 1, quiet);
  ASSERT_FALSE(smallest);
  EXPECT_EQ(smallest.error().code, ErrorCode::unsupported);
  const auto unknown = text_documents(column_of(rows), {.front_end = "no"}, 1 << 30, 1, quiet);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::invalid_argument);
}

TEST(TextDocuments, StopWhereProgressIsCancelled) {
  class Cancelled final : public Progress {
   public:
    void phase(std::string_view, std::uint64_t) override {}
    void advance(std::uint64_t) override {}
    bool cancelled() const override { return true; }
  } progress;
  const std::vector<Text> rows = {"a text"};
  const auto made = text_documents(column_of(rows), {}, 1 << 30, 1, progress);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace whorl
