// Lists that a run keeps in memory besides the file that it writes.
#include "store/held_lists.h"

#include <gtest/gtest.h>

#include "../sanitizer.h"
#include "../temp_folder.h"
#include "store/sketch_file.h"

namespace whorl::internal::store {
namespace {

const std::vector<std::uint64_t> kFirst = {1, 5, 9}, kSecond = {2, 3};

HeldLists held_in(std::uint64_t most) {
  HeldLists lists(most);
  lists.add(kFirst);
  lists.add({});
  lists.add(kSecond);
  return lists;
}

TEST(HeldLists, StandOneAfterTheOther) {
  const auto all = held_in(5 * 8).take();
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(*all, (std::vector<std::uint64_t>{1, 5, 9, 2, 3}));
}

TEST(HeldLists, AreGivenUpWhereOneDoesNotFit) {
  HeldLists lists = held_in(4 * 8);
  lists.add({});
  EXPECT_EQ(lists.take(), nullptr);
}

TEST(HeldLists, AreGivenUpWhereTheSystemHasNoSuchMemory) {
  if (test::kSanitized) GTEST_SKIP() << "AddressSanitizer ends the program";
  EXPECT_EQ(held_in(std::uint64_t{1} << 60).take(), nullptr);
}

TEST(HeldLists, ServeTheReaderOfTheirFileAlone) {
  const test::TempFolder folder("held-lists");
  base::FileSystem& files = base::FileSystem::real();
  HashListWriter writer(std::move(*files.write(folder / "lists.bin")), 0);
  ASSERT_TRUE(writer.add(kFirst) && writer.add(kSecond) && writer.flush());
  HashListReader reader(std::move(*files.read(folder / "lists.bin")));
  HeldLists fewer(100);
  fewer.add(kFirst);
  reader.adopt(fewer.take());
  EXPECT_TRUE(reader.held().empty());
  reader.adopt(nullptr);
  EXPECT_TRUE(reader.held().empty());
  reader.adopt(held_in(100).take());
  EXPECT_EQ(reader.held().size(), 5u);
  std::vector<std::uint64_t> list;
  ASSERT_TRUE(reader.read(3, 2, list));
  EXPECT_EQ(list, kSecond);
}

}  // namespace
}  // namespace whorl::internal::store
