#include "store/input_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../temp_folder.h"

namespace whorl::internal::store {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class Inputs : public testing::Test {
 protected:
  Inputs() {
    for (const char* folder : {"pages", "more", "store"}) fs::create_directory(folder_ / folder);
    for (const char* name : {"a.txt", "b.txt", "c.txt"}) folder_.write(path_of(name), "text");
    folder_.write("more/z.txt", "text");
    asked_.inputs = {folder_.path("pages"), folder_.path("more")};
  }

  static std::string path_of(const std::string& name) { return "pages/" + name; }

  std::unique_ptr<input::Collection> collection() const {
    input::CollectionOptions options;
    auto opened = input::Collection::open(asked_.inputs, options);
    EXPECT_TRUE(opened);
    return std::move(*opened);
  }

  base::Hash128 write() {
    const auto opened = collection();
    const auto name = write_inputs(files_, {*opened, asked_});
    EXPECT_TRUE(name);
    return *name;
  }

  // The message about what changed; empty if nothing has.
  std::string changes(const base::Hash128& kept) {
    const auto opened = collection();
    const auto same = check_inputs(files_, kept, {*opened, asked_});
    if (same) return "";
    const std::string& message = same.error().message;
    return message.substr(0, message.find(". Name"));
  }

  test::TempFolder folder_{"inputs"};
  StoreFiles files_{base::FileSystem::real(), folder_ / "store", new_file_table()};
  CollectionInput asked_;
};

TEST_F(Inputs, AreTheSameUntilAFileIsNewOrGoneOrModified) {
  const base::Hash128 kept = write();
  EXPECT_EQ(changes(kept), "");
  folder_.write("pages/bb.txt", "new");
  EXPECT_THAT(changes(kept), EndsWith("pages/bb.txt is new"));
  fs::remove(folder_ / "pages/c.txt");
  folder_.write("more/a.txt", "new");
  EXPECT_THAT(changes(kept), HasSubstr("pages/bb.txt is new; "));
  EXPECT_THAT(changes(kept), HasSubstr("pages/c.txt was deleted; "));
  EXPECT_THAT(changes(kept), EndsWith("more/a.txt is new"));
  EXPECT_THAT(changes(kept), Not(HasSubstr("z.txt")));
}

TEST_F(Inputs, AreModifiedWhereSizeOrTimeIsAnother) {
  const base::Hash128 kept = write();
  const auto time = fs::last_write_time(folder_ / "pages/a.txt");
  folder_.write("pages/a.txt", "longer text");
  fs::last_write_time(folder_ / "pages/a.txt", time);
  EXPECT_THAT(changes(kept), EndsWith("pages/a.txt was modified"));
  folder_.write("pages/a.txt", "text");
  fs::last_write_time(folder_ / "pages/a.txt", time);
  EXPECT_EQ(changes(kept), "");
  fs::last_write_time(folder_ / "pages/a.txt", time + std::chrono::nanoseconds(1000));
  EXPECT_THAT(changes(kept), EndsWith("pages/a.txt was modified"));
}

TEST_F(Inputs, AreNamedInPartAndCounted) {
  const base::Hash128 kept = write();
  for (int i = 10; i < 30; ++i) folder_.write("pages/n" + std::to_string(i), "new");
  EXPECT_THAT(changes(kept), EndsWith("n14 is new (and 15 more)"));
}

TEST_F(Inputs, AreOthersWhereOtherFieldsAreRead) {
  const base::Hash128 kept = write();
  asked_.text_field = "body";
  EXPECT_THAT(changes(kept), EndsWith("the list of fields to read has changed"));
}

TEST_F(Inputs, AreComparedByNameAloneWhereTheListIsLostOrDamaged) {
  const base::Hash128 kept = write();
  const std::string list = folder_.read("store/inputs.1.bin");
  folder_.write("pages/bb.txt", "new");
  for (std::size_t at = 0; at < list.size(); at += 7) {
    std::string damaged = list;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x80);
    folder_.write("store/inputs.1.bin", damaged);
    EXPECT_THAT(changes(kept), HasSubstr("inputs changed since")) << at;
    folder_.write("store/inputs.1.bin", list.substr(0, at));
    EXPECT_THAT(changes(kept), EndsWith("was started")) << at;
  }
  fs::remove(folder_ / "store/inputs.1.bin");
  EXPECT_THAT(changes(kept), EndsWith("was started"));
}

TEST_F(Inputs, OfOlderStoresAreNotKnown) { EXPECT_EQ(changes({}), ""); }

}  // namespace
}  // namespace whorl::internal::store
