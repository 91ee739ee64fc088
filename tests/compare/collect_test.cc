#include "jobs/compare/submissions/collect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../input/make_archive.h"
#include "../input/temp_folder.h"

namespace whorl::internal::compare {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The form is "ann: ann/a.c ann/b.c".
std::vector<std::string> shown(const submissions::CollectedInputs& collected) {
  std::vector<std::string> lines;
  for (const SubmissionSource& submission : collected.submissions) {
    std::string line = (submission.archived ? "old " : "") + submission.name + ":";
    for (const Document& document : submission.documents) line += " " + document.name;
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> losses(const submissions::CollectedInputs& collected) {
  std::vector<std::string> lines;
  for (const Skipped& skipped : collected.skipped) {
    lines.push_back(skipped.path + " " + skipped.reason);
  }
  return lines;
}

class GatherTest : public ::testing::Test {
 protected:
  submissions::CollectedInputs collected() {
    NoProgress quiet;
    Result<submissions::CollectedInputs> out = submissions::collect(options, quiet);
    if (!out) {
      ADD_FAILURE() << out.error().message;
      return {};
    }
    return std::move(*out);
  }
  std::string error() {
    NoProgress quiet;
    const Result<submissions::CollectedInputs> out = submissions::collect(options, quiet);
    return out ? "" : out.error().message;
  }
  void path(const std::string& name) { options.input.paths.push_back(folder.at(name)); }

  input::TempFolder folder;
  submissions::InputRun options;
};

TEST_F(GatherTest, FolderOfFilesIsOneSubmissionAFile) {
  folder.write("hw/b.c", "b");
  folder.write("hw/a.c", "a");
  path("hw");
  EXPECT_THAT(shown(collected()), ElementsAre("a.c: a.c", "b.c: b.c"));
}

TEST_F(GatherTest, FolderOfFoldersArchivesAndFilesIsOneEach) {
  folder.write("hw/ann/main.c", "a");
  folder.write("hw/ann/lib/util.c", "a");
  folder.write("hw/bob.zip", input::make_archive(input::Packing::zip, {{"main.c", "b", ""}}));
  folder.write("hw/carl.c", "c");
  path("hw/");
  EXPECT_THAT(shown(collected()), ElementsAre("ann: ann/lib/util.c ann/main.c",
                                              "bob.zip: bob.zip/main.c", "carl.c: carl.c"));
}

TEST_F(GatherTest, FoldersThatHoldAllAreLookedInto) {
  folder.write("hw.zip", input::make_archive(input::Packing::zip,
                                             {{"hw/ann/a.c", "a", ""}, {"hw/bob/b.c", "b", ""}}));
  path("hw.zip");
  EXPECT_THAT(shown(collected()), ElementsAre("hw/ann: hw/ann/a.c", "hw/bob: hw/bob/b.c"));
}

TEST_F(GatherTest, ArchiveOfFilesIsOneSubmissionAFile) {
  folder.write("hw.zip",
               input::make_archive(input::Packing::zip, {{"a.c", "a", ""}, {"b.c", "b", ""}}));
  path("hw.zip");
  EXPECT_THAT(shown(collected()), ElementsAre("a.c: a.c", "b.c: b.c"));
}

TEST_F(GatherTest, SeveralPathsAreOneSubmissionEach) {
  folder.write("hw/ann/main.c", "a");
  folder.write("hw/ann/src/util.c", "a");
  folder.write("hw/bob.zip", input::make_archive(input::Packing::zip, {{"main.c", "b", ""}}));
  folder.write("hw/carl.c", "c");
  path("hw/carl.c");
  path("hw/bob.zip");
  path("hw/ann");
  const std::vector<std::string> lines = shown(collected());
  EXPECT_THAT(lines, ElementsAre("ann: ann/main.c ann/src/util.c", "bob.zip: bob.zip/main.c",
                                 "carl.c: carl.c"));
  std::reverse(options.input.paths.begin(), options.input.paths.end());
  EXPECT_EQ(shown(collected()), lines);
}

TEST_F(GatherTest, SeveralFoldersOfFoldersAreYears) {
  for (const char* name : {"2025/ann/a.c", "2025/bob/b.c", "2026/ann/a.c", "2026/cleo/c.c"}) {
    folder.write(name, name);
  }
  path("2025");
  path("2026");
  EXPECT_THAT(shown(collected()), ElementsAre("2025/ann: 2025/ann/a.c", "2026/ann: 2026/ann/a.c",
                                              "bob: bob/b.c", "cleo: cleo/c.c"));
}

// JPlag 1445.
TEST_F(GatherTest, SameNamesInTwoYearsDoNotCollide) {
  folder.write("2025/hw/ann/a.c", "old");
  folder.write("2025/hw/bob/b.c", "old");
  folder.write("2026/hw/ann/a.c", "new");
  folder.write("2026/hw/cleo/c.c", "new");
  path("2026/hw");
  options.input.archives = {folder.at("2025/hw")};
  EXPECT_THAT(shown(collected()),
              ElementsAre("old 2025/hw/ann: 2025/hw/ann/a.c", "2026/hw/ann: 2026/hw/ann/a.c",
                          "old bob: bob/b.c", "cleo: cleo/c.c"));
}

TEST_F(GatherTest, FilesOfTheSameNameAreToldApartByTheirFolders) {
  folder.write("hw/ann/main.c", "a");
  folder.write("hw/bob/main.c", "b");
  path("hw/ann/main.c");
  path("hw/bob/main.c");
  EXPECT_THAT(shown(collected()), ElementsAre("ann/main.c: ann/main.c", "bob/main.c: bob/main.c"));
}

// moss -d sub/*/*.c
TEST_F(GatherTest, ByDirectoryFilesOfOneFolderBelongTogether) {
  for (const char* name : {"hw/ann/a.c", "hw/ann/b.c", "hw/bob/a.c"}) {
    folder.write(name, name);
    path(name);
  }
  options.input.by = SubmissionUnit::directory;
  EXPECT_THAT(shown(collected()), ElementsAre("ann: ann/a.c ann/b.c", "bob: bob/a.c"));
}

TEST_F(GatherTest, ByDirectoryTakesEachPathOrEachFolderOfOnePath) {
  folder.write("hw/ann/x/a.c", "a");
  folder.write("hw/ann/y/a.c", "a");
  folder.write("hw/bob/x/a.c", "b");
  folder.write("hw/bob/y/a.c", "b");
  options.input.by = SubmissionUnit::directory;
  path("hw");
  const std::vector<std::string> lines = shown(collected());
  EXPECT_THAT(lines, ElementsAre("ann: ann/x/a.c ann/y/a.c", "bob: bob/x/a.c bob/y/a.c"));
  options.input.paths = {folder.at("hw/ann"), folder.at("hw/bob")};
  EXPECT_EQ(shown(collected()), lines);
}

TEST_F(GatherTest, ByFileTakesMembersOfArchivesToo) {
  folder.write("hw/ann/a.c", "a");
  folder.write("hw/bob.zip",
               input::make_archive(input::Packing::zip, {{"b.c", "b", ""}, {"c.c", "c", ""}}));
  path("hw");
  options.input.by = SubmissionUnit::file;
  EXPECT_THAT(shown(collected()), ElementsAre("ann/a.c: ann/a.c", "bob.zip/b.c: bob.zip/b.c",
                                              "bob.zip/c.c: bob.zip/c.c"));
}

TEST_F(GatherTest, OneNewSubmissionAgainstYearsOfArchives) {
  folder.write("new/ann/main.c", "a");
  folder.write("new/ann/util.c", "a");
  folder.write("2024.zip", input::make_archive(input::Packing::zip, {{"hw/old1/a.c", "x", ""},
                                                                     {"hw/old1/b.c", "x", ""},
                                                                     {"hw/old2/a.c", "y", ""}}));
  path("new");
  options.input.archives = {folder.at("2024.zip")};
  EXPECT_THAT(shown(collected()),
              ElementsAre("ann: ann/main.c ann/util.c", "old hw/old1: hw/old1/a.c hw/old1/b.c",
                          "old hw/old2: hw/old2/a.c"));
}

TEST_F(GatherTest, BaseAndArchivesInsideAPathAreNoNewSubmissions) {
  folder.write("hw/ann/a.c", "a");
  folder.write("hw/template/t.c", "t");
  folder.write("hw/2025/bob/b.c", "b");
  folder.write("hw/2025/cleo/c.c", "c");
  path("hw");
  options.input.base = {folder.at("hw/template")};
  options.input.archives = {folder.at("hw/2025")};
  const submissions::CollectedInputs out = collected();
  EXPECT_THAT(shown(out), ElementsAre("ann: ann/a.c", "old bob: bob/b.c", "old cleo: cleo/c.c"));
  ASSERT_EQ(out.base.size(), 1u);
  EXPECT_EQ(out.base[0].bytes, "t");
}

TEST_F(GatherTest, PathGivenTwiceCountsOnce) {
  folder.write("hw/ann/a.c", "a");
  folder.write("hw/bob/a.c", "b");
  options.input.paths = {folder.at("hw"), folder.at("hw/"), folder.at("hw/../hw")};
  EXPECT_THAT(shown(collected()), ElementsAre("ann: ann/a.c", "bob: bob/a.c"));
}

TEST_F(GatherTest, MissingPathIsNamed) {
  path("nowhere");
  EXPECT_THAT(error(), HasSubstr("nowhere: No such file"));
  options.input.paths.clear();
  options.input.base = {folder.at("gone.c")};
  EXPECT_THAT(error(), HasSubstr("--base " + folder.at("gone.c")));
}

TEST_F(GatherTest, LayoutNamesStudentsAndAttempts) {
  folder.write("hw/ann/1/a.c", "a");
  folder.write("hw/ann/2/a.c", "a");
  folder.write("hw/bob/1/deep/a.c", "b");
  folder.write("hw/README", "read me");
  path("hw");
  options.input.layout = "{student}/{attempt}/**";
  const submissions::CollectedInputs out = collected();
  EXPECT_THAT(shown(out),
              ElementsAre("ann/1: ann/1/a.c", "ann/2: ann/2/a.c", "bob/1: bob/1/deep/a.c"));
  EXPECT_EQ(out.submissions[1].student, "ann");
  EXPECT_EQ(out.submissions[1].attempt, "2");
  EXPECT_THAT(losses(out), ElementsAre("README does not fit --layout {student}/{attempt}/**"));
}

TEST_F(GatherTest, LayoutOfFlatDownloads) {
  folder.write("hw/ann_123_hw1_main.c", "a");
  folder.write("hw/ann_123_hw1_util.c", "a");
  folder.write("hw/bob_77_hw1_my_file.c", "b");
  path("hw");
  options.input.layout = "{student}_*_{assignment}_{file}";
  const submissions::CollectedInputs out = collected();
  EXPECT_THAT(shown(out), ElementsAre("ann/hw1: ann_123_hw1_main.c ann_123_hw1_util.c",
                                      "bob/hw1: bob_77_hw1_my_file.c"));
  EXPECT_EQ(out.submissions[0].group, "hw1");
}

TEST_F(GatherTest, WrongLayoutIsExplained) {
  folder.write("hw/a.c", "a");
  path("hw");
  options.input.layout = "{pupil}/**";
  EXPECT_THAT(error(), HasSubstr("{pupil} is not known"));
  options.input.layout = "**";
  EXPECT_THAT(error(), HasSubstr("it does not separate submissions"));
  options.input.layout = "{student";
  EXPECT_THAT(error(), HasSubstr("not closed"));
}

// Student numbers are used again each year.
TEST_F(GatherTest, StudentsOfArchivesAreNotThoseOfThisYear) {
  folder.write("2025/s1/a.c", "a");
  folder.write("2026/s1/a.c", "a");
  path("2026");
  options.input.archives = {folder.at("2025")};
  options.input.layout = "{student}";
  const submissions::CollectedInputs out = collected();
  ASSERT_EQ(out.submissions.size(), 2u);
  EXPECT_EQ(out.submissions[0].student, "2025/s1");
  EXPECT_EQ(out.submissions[1].student, "s1");
}

TEST_F(GatherTest, MetadataAsDolosWritesIt) {
  folder.write("hw/ann/sol.py", "a");
  folder.write("hw/ann/sol2.py", "a");
  folder.write("hw/bob/sol.py", "b");
  folder.write("hw/notes.txt", "not listed");
  folder.write("hw/info.csv",
               "filename,label,created_at,full_name,id,status\r\n"
               "ann/sol.py,A,2026-01-01 10:00:00 +0100,\"Ann \"\"A.\"\" Author\",1,correct\r\n"
               "ann/sol2.py,A,2026-01-02 10:00:00 +0100,\"Ann \"\"A.\"\" Author\",1,wrong\r\n"
               "bob/sol.py,B,2026-01-01,\"Builder,\nBob\",2,correct\r\n"
               "gone.py,B,2026-01-01,Gone,3,correct\r\n");
  path("hw");
  options.input.metadata = folder.at("hw/info.csv");
  const submissions::CollectedInputs out = collected();
  EXPECT_THAT(shown(out), ElementsAre("ann/sol.py: ann/sol.py", "ann/sol2.py: ann/sol2.py",
                                      "bob/sol.py: bob/sol.py"));
  EXPECT_EQ(out.submissions[0].student, "Ann \"A.\" Author");
  EXPECT_EQ(out.submissions[0].group, "A");
  EXPECT_EQ(out.submissions[1].attempt, "2026-01-02 10:00:00 +0100");
  EXPECT_EQ(out.submissions[2].student, "Builder,\nBob");
  EXPECT_THAT(losses(out),
              ElementsAre("gone.py is listed in the --metadata, but was not found in the paths",
                          "notes.txt is not listed in the --metadata"));
}

TEST_F(GatherTest, MetadataBesideAnArchiveAndOfFolders) {
  folder.write("hw.zip", input::make_archive(input::Packing::zip, {{"ann/a.py", "a", ""},
                                                                   {"ann/b.py", "a", ""},
                                                                   {"bob/a.py", "b", ""}}));
  folder.write("info.csv", "filename;full_name;labels\nann;Ann;A\nbob/a.py;Bob;B\n");
  path("hw.zip");
  options.input.metadata = folder.at("info.csv");
  const submissions::CollectedInputs out = collected();
  EXPECT_THAT(shown(out), ElementsAre("ann: ann/a.py ann/b.py", "bob/a.py: bob/a.py"));
  EXPECT_EQ(out.submissions[0].student, "Ann");
  EXPECT_EQ(out.submissions[0].group, "A");
}

TEST_F(GatherTest, MetadataWithoutFilenamesIsRefused) {
  folder.write("hw/a.c", "a");
  folder.write("info.csv", "name,label\na.c,A\n");
  path("hw");
  options.input.metadata = folder.at("info.csv");
  EXPECT_THAT(error(), HasSubstr("does not name a column `filename`"));
}

TEST_F(GatherTest, SkippedFilesHaveFullNames) {
  folder.write("2025/ann/a.c", "a");
  folder.write("2025/ann/logo.png", std::string(100, '\1'));
  folder.write("2026/ann/a.c", "a");
  folder.write("2026/ann/logo.png", std::string(100, '\1'));
  path("2025/ann");
  path("2026/ann");
  EXPECT_THAT(losses(collected()), ElementsAre("2025/ann/logo.png is a binary file, not text",
                                               "2026/ann/logo.png is a binary file, not text"));
}

TEST_F(GatherTest, IncludeAndExcludeDoNotTouchBase) {
  folder.write("hw/ann/a.c", "a");
  folder.write("hw/ann/a.txt", "a");
  folder.write("hw/ann/build/a.c", "a");
  folder.write("hw/bob/b.c", "b");
  folder.write("base.txt", "t");
  path("hw");
  options.input.include = {"*.c"};
  options.input.exclude = {"build"};
  options.input.base = {folder.at("base.txt")};
  const submissions::CollectedInputs out = collected();
  EXPECT_THAT(shown(out), ElementsAre("ann: ann/a.c", "bob: bob/b.c"));
  EXPECT_THAT(losses(out), IsEmpty());
  EXPECT_EQ(out.base.size(), 1u);
}

// Exports of learning platforms: their forms are in exports_test.cc.

const std::vector<input::Member> kMoodle = {
    {"Ann Lee_101_assignsubmission_file_/src/main.c", "a", ""},
    {"Ann Lee_101_assignsubmission_file_/util.c", "a", ""},
    {"Ann Lee_101_assignsubmission_onlinetext_/onlinetext.html", "a", ""},
    {"Bob Ray_102_assignsubmission_file_/hw1.c", "b", ""},
    {"Bob Ray_102_assignsubmission_file_/logo.png", std::string(100, '\1'), ""}};

TEST_F(GatherTest, MoodleExportNamesStudents) {
  folder.write("hw1.zip", input::make_archive(input::Packing::zip, kMoodle));
  path("hw1.zip");
  const submissions::CollectedInputs out = collected();
  EXPECT_THAT(shown(out),
              ElementsAre("Ann Lee: Ann Lee/onlinetext.html Ann Lee/src/main.c Ann Lee/util.c",
                          "Bob Ray: Bob Ray/hw1.c"));
  EXPECT_EQ(out.submissions[0].student, "Ann Lee");
  EXPECT_EQ(out.submissions[1].path, "hw1.zip/Bob Ray_102_assignsubmission_file_");
  EXPECT_THAT(losses(out), ElementsAre("Bob Ray/logo.png is a binary file, not text"));
  EXPECT_THAT(out.recognised, ElementsAre("Names of a Moodle export: 2 students."));
}

TEST_F(GatherTest, PlainNamesStayAsTheyAre) {
  folder.write("hw1.zip", input::make_archive(input::Packing::zip, kMoodle));
  path("hw1.zip");
  options.input.plain_names = true;
  const submissions::CollectedInputs out = collected();
  EXPECT_THAT(out.recognised, IsEmpty());
  ASSERT_EQ(out.submissions.size(), 3U);
  EXPECT_EQ(out.submissions[0].name, "Ann Lee_101_assignsubmission_file_");
  EXPECT_EQ(out.submissions[0].path, "");
}

TEST_F(GatherTest, FoldersOfAnExportThatAShellListsAreOneExport) {
  for (const input::Member& member : kMoodle) folder.write("hw1/" + member.name, member.bytes);
  path("hw1/Ann Lee_101_assignsubmission_file_");
  path("hw1/Ann Lee_101_assignsubmission_onlinetext_");
  path("hw1/Bob Ray_102_assignsubmission_file_");
  EXPECT_THAT(shown(collected()),
              ElementsAre("Ann Lee: Ann Lee/onlinetext.html Ann Lee/src/main.c Ann Lee/util.c",
                          "Bob Ray: Bob Ray/hw1.c"));
}

TEST_F(GatherTest, ExportOfAPastYearIsAnExportByItself) {
  folder.write("2026/cleo/c.c", "c");
  folder.write("2026/dora/d.c", "d");
  folder.write("2025.zip", input::make_archive(input::Packing::zip, kMoodle));
  path("2026");
  options.input.archives = {folder.at("2025.zip")};
  const submissions::CollectedInputs out = collected();
  EXPECT_THAT(shown(out),
              ElementsAre("old Ann Lee: Ann Lee/onlinetext.html Ann Lee/src/main.c "
                          "Ann Lee/util.c",
                          "old Bob Ray: Bob Ray/hw1.c", "cleo: cleo/c.c", "dora: dora/d.c"));
  EXPECT_THAT(out.recognised, ElementsAre("Names of a Moodle export of a past year: 2 students."));
}

TEST_F(GatherTest, StudentsOfTwoYearsOfExportsAreDistinguished) {
  folder.write("2026.zip", input::make_archive(input::Packing::zip, kMoodle));
  folder.write("2025.zip", input::make_archive(input::Packing::zip, kMoodle));
  path("2026.zip");
  options.input.archives = {folder.at("2025.zip")};
  const submissions::CollectedInputs out = collected();
  ASSERT_EQ(out.submissions.size(), 4U);
  EXPECT_EQ(out.submissions[0].name, "2025.zip/Ann Lee");
  EXPECT_EQ(out.submissions[0].student, "2025.zip/Ann Lee");
  EXPECT_EQ(out.submissions[2].name, "2026.zip/Ann Lee");
  EXPECT_EQ(out.submissions[2].student, "Ann Lee");
}

TEST_F(GatherTest, EarlierAttemptsAreNotedAndNotCompared) {
  folder.write("hw/HW_ann_attempt_2026-03-01-10-00-00_a.c", "old");
  folder.write("hw/HW_ann_attempt_2026-03-02-10-00-00_a.c", "new");
  folder.write("hw/HW_bob_attempt_2026-03-01-11-00-00_b.c", "b");
  path("hw");
  const submissions::CollectedInputs out = collected();
  EXPECT_THAT(shown(out), ElementsAre("ann: ann/a.c", "bob: bob/b.c"));
  EXPECT_EQ(out.submissions[0].documents[0].bytes, "new");
  EXPECT_EQ(out.submissions[0].handed_in, "2026-03-02T10:00:00");
  EXPECT_EQ(out.submissions[0].dated_by, "name");
  EXPECT_THAT(losses(out), ElementsAre(HasSubstr("ann/a.c is of an earlier attempt")));
  EXPECT_EQ(out.skipped[0].kind, SkipKind::fallback);
  EXPECT_THAT(out.recognised, ElementsAre(HasSubstr("earlier ones left out: 1.")));
}

TEST_F(GatherTest, RepositoriesOfClassroomAreNamedByLogins) {
  for (const char* name : {"hw1-ann-lee", "hw1-bob"}) {
    folder.write("hw1/" + std::string(name) + "/.git/HEAD", "ref: refs/heads/main");
    folder.write("hw1/" + std::string(name) + "/main.c", name);
  }
  path("hw1");
  EXPECT_THAT(shown(collected()), ElementsAre("ann-lee: ann-lee/main.c", "bob: bob/main.c"));
}

constexpr std::string_view kDolos =
    "filename,full_name,label,created_at\n"
    "s1/sol.py,Ann Lee,A,2026-01-01 10:00:00 +0100\ns2/sol.py,Bob Ray,B,2026-01-02\n";

TEST_F(GatherTest, DolosTableIsFound) {
  folder.write("hw/info.csv", kDolos);
  folder.write("hw/s1/sol.py", "a");
  folder.write("hw/s2/sol.py", "b");
  path("hw");
  const submissions::CollectedInputs out = collected();
  EXPECT_THAT(shown(out), ElementsAre("Ann Lee: Ann Lee/sol.py", "Bob Ray: Bob Ray/sol.py"));
  EXPECT_EQ(out.submissions[0].path, "s1/sol.py");
  EXPECT_EQ(out.submissions[0].group, "A");
  EXPECT_EQ(out.submissions[0].handed_in, "2026-01-01T10:00:00+01:00");
  EXPECT_EQ(out.submissions[0].dated_by, "metadata");
  EXPECT_THAT(losses(out), IsEmpty());
  EXPECT_THAT(out.recognised, ElementsAre("Names of the students are those of info.csv."));
}

TEST_F(GatherTest, DolosTableInAnArchiveIsFound) {
  folder.write("hw.zip",
               input::make_archive(input::Packing::zip, {{"hw/info.csv", std::string(kDolos), ""},
                                                         {"hw/s1/sol.py", "a", ""},
                                                         {"hw/s2/sol.py", "b", ""}}));
  path("hw.zip");
  EXPECT_THAT(shown(collected()),
              ElementsAre("Ann Lee: Ann Lee/sol.py", "Bob Ray: Bob Ray/sol.py"));
}

TEST_F(GatherTest, TablesOfNamesAreReadWhateverIsIncluded) {
  folder.write("hw/info.csv", kDolos);
  folder.write("hw/s1/sol.py", "a");
  folder.write("hw/s1/notes.txt", "a");
  folder.write("hw/s2/sol.py", "b");
  path("hw");
  options.input.include = {"*.py"};
  EXPECT_THAT(shown(collected()),
              ElementsAre("Ann Lee: Ann Lee/sol.py", "Bob Ray: Bob Ray/sol.py"));
  folder.write("hw/s3/sol.py", "c");  // a third of the files is in no row
  EXPECT_THAT(shown(collected()), ElementsAre("s1: s1/sol.py", "s2: s2/sol.py", "s3: s3/sol.py"));
}

TEST_F(GatherTest, OtherTablesAreDocuments) {
  folder.write("hw/info.csv", kDolos);
  folder.write("hw/s1/sol.py", "a");
  folder.write("hw/s2/sol.py", "b");
  folder.write("hw/s3/sol.py", "c");
  folder.write("hw/s4/sol.py", "d");  // half of the files are in no row
  path("hw");
  EXPECT_THAT(shown(collected()), ElementsAre("info.csv: info.csv", "s1: s1/sol.py",
                                              "s2: s2/sol.py", "s3: s3/sol.py", "s4: s4/sol.py"));
}

TEST_F(GatherTest, LatestTimeOfFilesDatesSubmissions) {
  constexpr std::int64_t kMorning = 1'772'359'200;  // 2026-03-01T10:00:00Z
  folder.write("hw.tar",
               input::make_archive(input::Packing::tar, {{"ann/a.c", "a", "", kMorning - 60},
                                                         {"ann/b.c", "a", "", kMorning},
                                                         {"bob/b.c", "b", "", kMorning + 3600},
                                                         {"cleo/c.c", "c", "", kMorning + 7200}}));
  path("hw.tar");
  const submissions::CollectedInputs out = collected();
  ASSERT_EQ(out.submissions.size(), 3U);
  EXPECT_EQ(out.submissions[0].handed_in, "2026-03-01T10:00:00Z");
  EXPECT_EQ(out.submissions[0].dated_by, "files");
}

}  // namespace
}  // namespace whorl::internal::compare
