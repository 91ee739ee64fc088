#include "input/positioned_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "temp_folder.h"

namespace whorl::internal::input {
namespace {

std::string read(const PositionedFile& file, std::uint64_t offset, std::size_t bytes) {
  std::string out(bytes, '\0');
  out.resize(file.read(offset, out).value());
  return out;
}

TEST(PositionedFile, ReadsAnywhere) {
  const TempFolder folder;
  const std::string path = folder.write("file", "0123456789");
  const auto file = PositionedFile::open(path);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->size(), 10u);
  EXPECT_EQ(read(*file, 0, 4), "0123");
  EXPECT_EQ(read(*file, 7, 10), "789");
  EXPECT_EQ(read(*file, 10, 1), "");
  EXPECT_FALSE(PositionedFile::open(folder.path()));
  EXPECT_FALSE(PositionedFile::open(path + "x"));
}

TEST(PositionedFile, KnowsThatItChanged) {
  const TempFolder folder;
  const std::string path = folder.write("file", "0123456789");
  const auto file = PositionedFile::open(path);
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->changed());
  std::ofstream(path, std::ios::app) << "more";
  EXPECT_TRUE(file->changed());
  EXPECT_EQ(file->size(), 10u);
}

}  // namespace
}  // namespace whorl::internal::input
