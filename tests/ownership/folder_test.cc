#include "base/ownership/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../temp_folder.h"

namespace whorl::internal::base::ownership {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const FolderKind* kKinds[] = {&kStore, &kSweeps, &kReport, &kDedupWork};

class Folders : public testing::Test {
 protected:
  bool takes(const FolderKind& kind, const std::string& name) const {
    return check_folder(folder_ / name, kind).has_value();
  }
  // A folder that contains one file.
  std::string with(const std::string& file, const std::string& text = "{") const {
    const std::string name = "with-" + file;
    fs::create_directory(folder_ / name);
    folder_.write(name + "/" + file, text);
    return name;
  }

  test::TempFolder folder_{"claimed-folder"};
};

TEST_F(Folders, AreTakenWhereNothingIsInThem) {
  fs::create_directory(folder_ / "empty");
  for (const FolderKind* kind : kKinds) {
    EXPECT_TRUE(takes(*kind, "missing"));
    EXPECT_TRUE(takes(*kind, "empty"));
  }
}

TEST_F(Folders, OfOthersAreLeftAloneAndWhatIsInTheWayIsNamed) {
  const std::string thesis = with("thesis.tex");
  folder_.write("file", "x");
  for (const FolderKind* kind : kKinds) {
    EXPECT_FALSE(takes(*kind, "file"));
    const auto refused = check_folder(folder_ / thesis, *kind);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
    EXPECT_THAT(refused.error().message, HasSubstr("thesis.tex"));
  }
}

TEST_F(Folders, AreNotMadeByTheNameOfAFile) {
  for (const FolderKind* kind : kKinds) {
    EXPECT_TRUE(takes(*kind, "week.3"));
    for (const char* name : {"out.rar", "out.zip", "out.tar.gz", "out.html"}) {
      EXPECT_FALSE(takes(*kind, name)) << name;
    }
  }
  const auto refused = check_folder(folder_ / "out.rar", kReport);
  EXPECT_THAT(refused.error().message, HasSubstr("name a folder, such as"));
}

TEST_F(Folders, BearAMarkEach) {
  const std::string store = with("store.json"), sweeps = with("sweeps.json"),
                    report = with("report.json", "{\n\"format\":\"whorl-report/1\",\n");
  EXPECT_TRUE(takes(kStore, store));
  EXPECT_TRUE(takes(kSweeps, sweeps));
  EXPECT_TRUE(takes(kReport, report));
  EXPECT_FALSE(takes(kStore, sweeps));
  EXPECT_FALSE(takes(kSweeps, report));
  EXPECT_FALSE(takes(kReport, store));
  EXPECT_FALSE(takes(kDedupWork, store)) << "a store that dedup would remove";
  EXPECT_FALSE(takes(kReport, with("report.json"))) << "somebody else's report";
}

TEST_F(Folders, OfDedupAreToldApartByWhetherTheyStay) {
  const std::string name = with(kDedupMark, std::string(kDedupWorks));
  EXPECT_TRUE(takes(kDedupWork, name));
  EXPECT_TRUE(takes(kStore, name));
  folder_.write(name + "/" + kDedupMark, std::string(kDedupKeeps));
  EXPECT_FALSE(takes(kDedupWork, name));
  EXPECT_TRUE(takes(kStore, name));
}

TEST_F(Folders, WithWhatAKilledRunLeftAreTaken) {
  EXPECT_TRUE(takes(kStore, with("store.lock", "")));
  EXPECT_TRUE(takes(kSweeps, with("sweeps.json.new")));
  const std::string report = with("report.html.4711.new");
  EXPECT_TRUE(takes(kReport, report));
  folder_.write(report + "/report.html.new", "x");
  EXPECT_FALSE(takes(kReport, report)) << "no draft bears such a name";
}

TEST_F(Folders, OfWhorlAreKnownWhateverTheirKind) {
  EXPECT_EQ(made_by_whorl(folder_ / "missing"), "");
  const std::string store = with("store.json");
  EXPECT_EQ(made_by_whorl(folder_ / store), "") << "many programs have a store.json";
  folder_.write(store + "/store.lock", "");
  EXPECT_EQ(made_by_whorl(folder_ / store), "a store of whorl");
}

}  // namespace
}  // namespace whorl::internal::base::ownership
