#include "base/new_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../temp_folder.h"

namespace whorl::internal::base {
namespace {

namespace fs = std::filesystem;

class NewFiles : public testing::Test {
 protected:
  static Result<void> put(NewFile& file, std::string_view text) {
    return file.append(std::as_bytes(std::span(text)));
  }

  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_ / ""), fs::directory_iterator()));
  }

  test::TempFolder folder_{"new-file"};
};

TEST_F(NewFiles, AppearWholeAndReplaceWhatWasThere) {
  const std::string path = folder_.write("a", "old");
  for (const auto open :
       {&NewFile::open_named,
        static_cast<Result<NewFile> (*)(FileSystem&, const FileSystem::Path&)>(NewFile::open)}) {
    auto file = open(FileSystem::real(), path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(put(*file, "new"));
    ASSERT_TRUE(file->sync());
    EXPECT_EQ(folder_.read("a"), "old");
    NewFile moved = std::move(*file);
    ASSERT_TRUE(moved.finish());
    EXPECT_EQ(folder_.read("a"), "new");
    EXPECT_EQ(files(), 1u);
    folder_.write("a", "old");
  }
}

TEST_F(NewFiles, LeaveNothingWhereTheyAreNotFinished) {
  {
    auto file = NewFile::open_named(FileSystem::real(), folder_ / "a");
    ASSERT_TRUE(file);
    ASSERT_TRUE(put(*file, "half"));
    ASSERT_TRUE(file->sync());
    EXPECT_EQ(files(), 1u);
  }
  EXPECT_EQ(files(), 0u);
}

TEST_F(NewFiles, KeepALinkALink) {
  folder_.write("real", "old");
  fs::create_symlink("real", folder_ / "link");
  auto file = NewFile::open_named(FileSystem::real(), folder_ / "link");
  ASSERT_TRUE(file && put(*file, "new") && file->finish());
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(folder_.read("real"), "new");
}

TEST_F(NewFiles, WriteIntoAPipeWithoutReplacingIt) {
  const std::string path = folder_.path("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  auto file = NewFile::open_named(FileSystem::real(), path);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(put(*file, "text") && file->finish());
  char got[8] = {};
  EXPECT_EQ(::read(reader, got, sizeof got), 4);
  EXPECT_STREQ(got, "text");
  EXPECT_TRUE(fs::is_fifo(path));
  ::close(reader);
}

}  // namespace
}  // namespace whorl::internal::base
