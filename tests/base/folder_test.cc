#include "base/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../temp_folder.h"

namespace whorl::internal::base {
namespace {

namespace fs = std::filesystem;

TEST(Folders, NameAllTheyHold) {
  const whorl::test::TempFolder folder("folder");
  EXPECT_TRUE(names_in(folder / "missing").empty());
  fs::create_directories(folder / "in/deep");
  folder.write("in/file", "x");
  folder.write("in/.hidden", "x");
  EXPECT_THAT(names_in(folder / "in"), testing::UnorderedElementsAre("deep", "file", ".hidden"));
}

TEST(Folders, AreRemovedWithAllTheyHoldAndNothingBeside) {
  const whorl::test::TempFolder folder("folder");
  fs::create_directories(folder / "gone/a/b");
  fs::create_directories(folder / "kept");
  folder.write("kept/file", "x");
  for (int i = 0; i < 300; ++i) folder.write("gone/a/" + std::to_string(i), "x");
  fs::create_directory_symlink(folder / "kept", folder / "gone/link");
  fs::create_symlink("nowhere", folder / "gone/a/b/dangling");
  remove_tree(folder / "gone");
  EXPECT_FALSE(fs::exists(folder / "gone"));
  EXPECT_TRUE(fs::exists(folder / "kept/file"));
  remove_tree(folder / "kept/file");
  EXPECT_FALSE(fs::exists(folder / "kept/file"));
  remove_tree(folder / "missing");
}

TEST(RemoveTree, TakesAllThatIsInAFolderInAnyOrder) {
  test::TempFolder folder("order");
  fs::create_directories(folder / "work/inner");
  for (const char* name : {"work/a", "work/mark", "work/manifest", "work/inner/b"}) {
    folder.write(name, "");
  }
  remove_tree(folder / "work", {{"manifest", "missing"}, {"mark", "missing too"}});
  EXPECT_FALSE(fs::exists(folder / "work"));
  remove_tree(folder / "work", {{"manifest"}, {"mark"}});
}

}  // namespace
}  // namespace whorl::internal::base
