#include "jobs/collection/tasks/arrays.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "../temp_folder.h"

namespace whorl::internal::tasks {
namespace {

using Words = std::vector<std::uint64_t>;

class Arrays : public testing::Test {
 protected:
  Arrays() {
    SectionWriter writer;
    writer.add(std::span<const std::uint64_t>(Words{1, 2, 3}));
    writer.add(std::span<const std::uint64_t>());
    writer.add(std::span<const std::uint64_t>(Words{4}));
    EXPECT_TRUE(writer.write(path_));
  }

  void change_byte(std::uint64_t at) const {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(at));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte ^ 1));
  }

  test::TempFolder folder_{"arrays"};
  std::filesystem::path path_ = folder_.path("array");
};

TEST_F(Arrays, SectionsAreReadByThemselves) {
  EXPECT_EQ(*read_section_of<std::uint64_t>(path_, 0), (Words{1, 2, 3}));
  EXPECT_EQ(*read_section_of<std::uint64_t>(path_, 1), Words{});
  EXPECT_EQ(*read_section_of<std::uint64_t>(path_, 2), Words{4});
  EXPECT_EQ(read_section_of<std::uint64_t>(path_, 3).error().code, ErrorCode::corrupt);
}

TEST_F(Arrays, AnyChangedByteIsRefused) {
  const std::uint64_t size = std::filesystem::file_size(path_);
  for (std::uint64_t at = 0; at < size; ++at) {
    change_byte(at);
    bool refused = false;
    for (std::uint32_t section = 0; section < 3; ++section) {
      const auto read = read_section_of<std::uint64_t>(path_, section);
      refused = refused || !read;
    }
    EXPECT_TRUE(refused) << at;
    change_byte(at);
  }
}

TEST_F(Arrays, AFileThatWasCutIsRefused) {
  const std::uint64_t size = std::filesystem::file_size(path_);
  for (std::uint64_t left = 0; left < size; ++left) {
    std::filesystem::resize_file(path_, left);
    EXPECT_EQ(read_section_of<std::uint64_t>(path_, 2).error().code, ErrorCode::corrupt) << left;
    SectionWriter writer;
    writer.add(std::span<const std::uint64_t>(Words{1, 2, 3}));
    writer.add(std::span<const std::uint64_t>());
    writer.add(std::span<const std::uint64_t>(Words{4}));
    ASSERT_TRUE(writer.write(path_));
  }
}

}  // namespace
}  // namespace whorl::internal::tasks
