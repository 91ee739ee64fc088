#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <atomic>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sample_report.h"
#include "whorl/writers.h"

namespace whorl::internal::compare::report {
namespace {

namespace fs = std::filesystem;

class Save : public testing::Test {
 protected:
  Save() {
    std::string name = (fs::temp_directory_path() / "whorl-save-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Save() override { fs::remove_all(folder_); }

  std::string in(const std::string& name) const { return (folder_ / name).string(); }

  static std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  // Names in a folder, sorted.
  static std::vector<std::string> names(const fs::path& folder) {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder)) {
      found.push_back(entry.path().filename().string());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  fs::path folder_;
  NoProgress quiet_;
};

// Cancels after a number of complete files.
class StopAfter final : public Progress {
 public:
  explicit StopAfter(std::uint64_t files) : left_(files) {}
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t steps) override { left_ -= steps; }
  bool cancelled() const override { return left_ == 0; }

 private:
  std::atomic<std::uint64_t> left_;
};

TEST_F(Save, WritesTheFilesOfAFolder) {
  const auto written = save(test::sample_report(), {.directory = in("out/deep")}, quiet_);
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(written->front(), in("out/deep/report.html"));
  EXPECT_EQ(names(in("out/deep")),
            (std::vector<std::string>{"pairs.csv", "report.html", "report.json", "skipped.csv",
                                      "students.csv"}));
}

TEST_F(Save, ReplacesAReportAndItsListOfSkipped) {
  ASSERT_TRUE(save(test::sample_report(), {.directory = in("out")}, quiet_));
  std::ofstream(in("out/verdicts.json")) << "mine";
  CompareReport second = test::sample_report();
  second.skipped.clear();
  ASSERT_TRUE(save(second, {.directory = in("out")}, quiet_));
  EXPECT_FALSE(fs::exists(in("out/skipped.csv")));
  EXPECT_EQ(contents(in("out/verdicts.json")), "mine");
}

TEST_F(Save, LeavesAFolderAloneThatIsNoReport) {
  fs::create_directory(in("thesis"));
  std::ofstream(in("thesis/report.json")) << "{\"mine\": 1}";
  const auto refused = check_targets({.directory = in("thesis")});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("--output"), std::string::npos);
  EXPECT_FALSE(save(test::sample_report(), {.directory = in("thesis")}, quiet_));
  EXPECT_EQ(names(in("thesis")).size(), 1u);
}

TEST_F(Save, LeavesNothingWhenCancelled) {
  for (const std::uint64_t files : {0, 1, 2, 3}) {
    StopAfter progress(files);
    const auto written = save(test::sample_report(), {.directory = in("out")}, progress);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::cancelled);
    EXPECT_TRUE(names(folder_).empty());
  }
}

TEST_F(Save, LeavesTheEarlierReportWhenCancelled) {
  ASSERT_TRUE(save(test::sample_report(), {.directory = in("out")}, quiet_));
  const std::string before = contents(in("out/report.json"));
  CompareReport second = test::sample_report();
  second.pairs.clear();
  StopAfter progress(2);
  EXPECT_FALSE(save(second, {.directory = in("out")}, progress));
  EXPECT_EQ(contents(in("out/report.json")), before);
  EXPECT_EQ(names(in("out")).size(), 5u);
}

TEST_F(Save, KeepsASymbolicLinkALink) {
  ASSERT_TRUE(save(test::sample_report(), {.json = in("real.json")}, quiet_));
  std::ofstream(in("real.json"), std::ios::app) << "old";
  fs::create_symlink("real.json", in("link.json"));
  ASSERT_TRUE(save(test::sample_report(), {.json = in("link.json")}, quiet_));
  EXPECT_TRUE(fs::is_symlink(in("link.json")));
  EXPECT_TRUE(contents(in("real.json")).ends_with("}\n"));
}

TEST_F(Save, ReplacesFilesOfItsOwnAndOthersOnlyWhereTold) {
  for (const auto path :
       {&ReportFiles::json, &ReportFiles::csv, &ReportFiles::xlsx, &ReportFiles::sarif}) {
    ReportFiles files;
    files.*path = in("out");
    std::ofstream(in("out")) << "{\"mine\": 1}";
    EXPECT_FALSE(check_targets(files));
    EXPECT_FALSE(save(test::sample_report(), files, quiet_));
    EXPECT_EQ(contents(in("out")), "{\"mine\": 1}");
    files.overwrite = true;
    EXPECT_TRUE(save(test::sample_report(), files, quiet_));
    files.overwrite = false;
    EXPECT_TRUE(save(test::sample_report(), files, quiet_)) << "its own";
    files.inputs = {in("out")};
    EXPECT_FALSE(save(test::sample_report(), files, quiet_)) << "which was read";
    fs::remove_all(in("out"));
    fs::remove_all(in("out.skipped.csv"));
  }
}

TEST_F(Save, LeavesFilesOfAReportFolderThatSomebodyChanged) {
  ASSERT_TRUE(save(test::sample_report(), {.directory = in("out")}, quiet_));
  std::ofstream(in("out/pairs.csv")) << "a;b;mark\r\n";
  EXPECT_FALSE(save(test::sample_report(), {.directory = in("out")}, quiet_));
  EXPECT_EQ(contents(in("out/pairs.csv")), "a;b;mark\r\n");
  EXPECT_TRUE(save(test::sample_report(), {.directory = in("out"), .overwrite = true}, quiet_));
}

// They have no byte order mark.
TEST_F(Save, ReplacesTablesOfEarlierPrograms) {
  ASSERT_TRUE(save(test::sample_report(), {.directory = in("out")}, quiet_));
  std::ofstream(in("out/pairs.csv")) << "a,b,group_a,group_b,score\r\n";
  std::ofstream(in("out/skipped.csv")) << "path,kind,reason\r\n";
  EXPECT_TRUE(save(test::sample_report(), {.directory = in("out")}, quiet_));
  EXPECT_TRUE(contents(in("out/pairs.csv"))
                  .starts_with("\xEF\xBB\xBF"
                               "a,b,"));
}

TEST_F(Save, WritesAWorkbookOfAnyName) {
  EXPECT_TRUE(save(test::sample_report(), {.xlsx = in("new.xlsx")}, quiet_));
  EXPECT_TRUE(save(test::sample_report(), {.xlsx = in("new.xlsx")}, quiet_)) << "its own";
  EXPECT_FALSE(check_targets({.csv = in("new.csv.xlsx")}));
}

TEST_F(Save, RefusesTwoOutputsOfOneName) {
  const auto refused = check_targets({.json = in("out"), .csv = in("out")});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
}

TEST_F(Save, SweepsUpWhatAKilledRunLeft) {
  fs::create_directory(in("out"));
  std::ofstream(in("out/report.html.999999999.new")) << "half";
  std::ofstream(in("out/skipped.csv.999999999.new")) << "half";
  ASSERT_TRUE(save(test::sample_report(), {.directory = in("out")}, quiet_));
  EXPECT_EQ(names(in("out")).size(), 5u);
  std::ofstream(in("out/report.html.999999999.new")) << "half";
  const std::string living = "report.html." + std::to_string(getppid()) + ".new";
  std::ofstream(in("out/" + living)) << "another run's";
  ASSERT_TRUE(save(test::sample_report(), {.directory = in("out")}, quiet_));
  EXPECT_EQ(names(in("out")).size(), 6u);
}

TEST_F(Save, TakesOverTheDraftsOfARunThatWasKilledBeforeItsFirstReport) {
  for (const OutputFormat& format : kOutputFormats) {
    if (format.file.empty()) continue;
    const std::string file(format.file);
    fs::create_directory(in("of-" + file));
    std::ofstream(in("of-" + file + "/" + file + ".999999999.new")) << "half";
    const auto saved = save(test::sample_report(), {.directory = in("of-" + file)}, quiet_);
    EXPECT_TRUE(saved) << saved.error().message;
    EXPECT_EQ(names(in("of-" + file)).size(), 5u) << file;
  }
}

TEST_F(Save, LeavesTheLastReportWhereThereIsNothingToCompare) {
  ASSERT_TRUE(save(test::sample_report(), {.directory = in("out")}, quiet_));
  const std::string before = contents(in("out/report.json"));
  CompareReport nothing;
  EXPECT_EQ(save(nothing, {.directory = in("out")}, quiet_).error().code, ErrorCode::unreadable);
  EXPECT_FALSE(save(nothing, {.directory = in("new")}, quiet_));
  EXPECT_FALSE(fs::exists(in("new")));
  CompareReport alone;
  alone.submissions.resize(1);
  EXPECT_FALSE(save(alone, {.directory = in("out")}, quiet_));
  EXPECT_EQ(contents(in("out/report.json")), before);
  alone.skipped = {{"b.arrow", "is a table", SkipKind::skipped}};
  EXPECT_THAT(save(alone, {.directory = in("out")}, quiet_).error().message,
              testing::HasSubstr("not read: b.arrow: is a table"));
  EXPECT_TRUE(save(alone, {.directory = in("new")}, quiet_));
}

TEST_F(Save, WritesIntoADeviceWithoutReplacingIt) {
  ASSERT_TRUE(save(test::sample_report(), {.json = "/dev/null"}, quiet_));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(Save, SaysWhenTheDiskIsFull) {
  const auto written = save(test::sample_report(), {.json = "/dev/full"}, quiet_);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::disk_full);
  EXPECT_NE(written.error().message.find("/dev/full"), std::string::npos);
}

TEST_F(Save, NamesTheFolderThatIsMissing) {
  const auto refused = check_targets({.csv = in("nowhere/pairs.csv")});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find(in("nowhere")), std::string::npos);
}

TEST_F(Save, WhatWasSkippedStandsBesideTheCsv) {
  ASSERT_TRUE(save(test::sample_report(), {.csv = in("p.csv")}, quiet_));
  EXPECT_EQ(names(folder_), (std::vector<std::string>{"p.csv", "p.csv.skipped.csv"}));
}

}  // namespace
}  // namespace whorl::internal::compare::report
