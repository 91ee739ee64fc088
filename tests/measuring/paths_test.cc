// Texts of files, folders and JSON lines, measured.
#include <gtest/gtest.h>

#include "../temp_folder.h"
#include "whorl/measuring.h"

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

}  // namespace
}  // namespace whorl::test
