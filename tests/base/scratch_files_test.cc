#include <gtest/gtest.h>

#include "../temp_folder.h"
#include "base/file_system.h"

namespace whorl::internal::base {
namespace {

// After sync(), other readers see all bytes of a file.
TEST(ScratchFiles, AreWrittenAndReadAsOthersAre) {
  const test::TempFolder folder("scratch");
  const std::string bytes(300'000, 'x');
  for (FileSystem* files : {&FileSystem::real(), &FileSystem::scratch()}) {
    for (const std::uint64_t keep : {0u, 1000u}) {
      auto file = files->write(folder / "file", keep);
      ASSERT_TRUE(file);
      ASSERT_TRUE((*file)->append(std::as_bytes(std::span(bytes))));
      ASSERT_TRUE((*file)->append(std::as_bytes(std::span("end", 3))));
      ASSERT_TRUE((*file)->sync());
      EXPECT_EQ(folder.read("file"), std::string(keep, 'x') + bytes + "end");
      const auto all = read_all(*files, folder / "file", UINT64_MAX);
      ASSERT_TRUE(all);
      EXPECT_EQ(*all, folder.read("file"));
    }
    EXPECT_FALSE(files->write(folder / "none" / "file"));
    EXPECT_FALSE(files->read(folder / "none"));
  }
}

}  // namespace
}  // namespace whorl::internal::base
