// Measures texts of files, folders and JSON lines.
#include <gtest/gtest.h>

#include "../temp_folder.h"
#include "whorl/similarity_methods.h"

namespace whorl::test {
namespace {

TEST(MeasuringPaths, AFolderIsOneText) {
  const TempFolder folder("measuring");
  std::filesystem::create_directories(folder / "a");
  folder.write("a/1.txt", "one two three");
  folder.write("a/2.txt", "four five six");
  folder.write("b.txt", "one two three\nfour five six");
  folder.write("c.jsonl", "{\"text\": \"one two three\"}\n{\"text\": \"four five six\"}\n");
  NoProgress quiet;
  for (const char* other : {"b.txt", "c.jsonl"}) {
    const auto pair =
        measure_paths(folder.path("a"), folder.path(other), {{"shingles:k=2"}, {}}, quiet);
    ASSERT_TRUE(pair) << pair.error().message;
    EXPECT_DOUBLE_EQ(pair->rows.front().figures.both->value, 1) << other;
  }
  EXPECT_FALSE(measure_paths(folder.path("none"), folder.path("a"), {}, quiet));
}

TEST(MeasuringPaths, AListIsMeasuredPairByPair) {
  const TempFolder folder("measuring");
  std::filesystem::create_directories(folder / "files");
  folder.write("files/a", "one two three four");
  folder.write("files/b", "one two three five");
  folder.write("list.tsv", "a\tb\na\tb\nb\tb\t1\n");
  NoProgress quiet;
  const auto pairs = measure_list(folder.path("list.tsv"), {{"shingles:k=2"}, {}}, quiet);
  ASSERT_TRUE(pairs) << pairs.error().message;
  ASSERT_EQ(pairs->size(), 2u);
  EXPECT_DOUBLE_EQ((*pairs)[0].rows.front().figures.both->value, .5);
  EXPECT_DOUBLE_EQ((*pairs)[1].rows.front().figures.both->value, 1);
  EXPECT_EQ((*pairs)[0].bytes_a, 18u);
  EXPECT_EQ(to_json(*pairs).find("{\n \"pairs\": ["), 0u);
  folder.write("short.tsv", "a\tb\na\n");
  const auto refused = measure_list(folder.path("short.tsv"), {}, quiet);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("short.tsv:2"), std::string::npos);
}

}  // namespace
}  // namespace whorl::test
