#include "jobs/compare/submissions/exports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace whorl::internal::compare::submissions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Files = std::vector<std::pair<std::string, std::string>>;  // names and bytes

constexpr auto kNoRepository = [](std::string_view) { return false; };

std::optional<Export> recognised(const Files& files, const IsRepository& git = kNoRepository) {
  std::vector<ListedName> names;
  for (const auto& [name, bytes] : files) names.push_back({name, &bytes});
  return recognise_export(names, git);
}

// The platform, such as "Moodle", followed by "student: file" in the order of names.
std::vector<std::string> shown(const std::optional<Export>& found) {
  if (!found) return {};
  std::vector<std::string> lines = {found->platform};
  for (const auto& [name, file] : found->files) {
    if (!file.about) lines.push_back(file.student + ": " + file.file);
  }
  return lines;
}

bool is_none(const Files& files) { return !recognised(files).has_value(); }

TEST(ExportsTest, MoodleFolders) {
  const auto found = recognised({{"hw1.zip/Ann Lee_12345_assignsubmission_file_/hw1.c", ""},
                                 {"hw1.zip/Ann Lee_12345_assignsubmission_file_/x/y.c", ""},
                                 {"hw1.zip/Zoë Öz_12346_assignsubmission_onlinetext/o.html", ""}});
  EXPECT_THAT(shown(found),
              ElementsAre("Moodle", "Ann Lee: hw1.c", "Ann Lee: x/y.c", "Zoë Öz: o.html"));
  EXPECT_EQ(found->students, 2U);
  EXPECT_EQ(found->files.begin()->second.path, "hw1.zip/Ann Lee_12345_assignsubmission_file_");
}

TEST(ExportsTest, MoodleFilesAndArchives) {
  EXPECT_THAT(shown(recognised({{"hw/Ann Lee_1_assignsubmission_file_my_hw1.c", ""},
                                {"hw/Bob Ray_2_assignsubmission_file_hw1.zip/main.c", ""},
                                {"hw/Bob Ray_2_assignsubmission_onlinetext_onlinetext.html", ""}})),
              ElementsAre("Moodle", "Ann Lee: my_hw1.c", "Bob Ray: hw1.zip/main.c",
                          "Bob Ray: onlinetext.html"));
}

TEST(ExportsTest, PeopleOfOneNameGetTheirIds) {
  EXPECT_THAT(shown(recognised({{"Ann Lee_1_assignsubmission_file_/a.c", ""},
                                {"Ann Lee_2_assignsubmission_file_/a.c", ""},
                                {"Bob Ray_3_assignsubmission_file_/a.c", ""}})),
              ElementsAre("Moodle", "Ann Lee (1): a.c", "Ann Lee (2): a.c", "Bob Ray: a.c"));
}

TEST(ExportsTest, StraysDoNotHideAnExportAndHalfDoes) {
  Files files;
  for (int i = 10; i < 28; ++i) {
    files.emplace_back("hw/S_" + std::to_string(i) + "_assignsubmission_file_/a.c", "");
  }
  files.emplace_back("hw/README", "");
  files.emplace_back("hw/notes.txt", "");
  const auto found = recognised(files);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->students, 18U);
  EXPECT_EQ(found->find("hw/README"), nullptr);
  files.emplace_back("hw/more.txt", "");
  EXPECT_TRUE(is_none(files));
}

TEST(ExportsTest, OneStudentIsNoExport) {
  EXPECT_TRUE(is_none({{"Ann Lee_1_assignsubmission_file_/a.c", ""},
                       {"Ann Lee_1_assignsubmission_file_/b.c", ""}}));
}

TEST(ExportsTest, Canvas) {
  EXPECT_THAT(shown(recognised({{"c/leeann_12345_67890_hw_1.c", ""},
                                {"c/leeann_12345_67891_util.c", ""},
                                {"c/raybob_LATE_12346_67892_hw.zip/a.c", ""},
                                {"c/youzoe_12347_text.html", ""}})),
              ElementsAre("Canvas", "leeann: hw_1.c", "leeann: util.c", "raybob: hw.zip/a.c",
                          "youzoe: text.html"));
}

TEST(ExportsTest, NumberedNamesAreNoCanvas) {
  EXPECT_TRUE(is_none({{"sort_100_200_a.c", ""}, {"sort_100_300_b.c", ""}}));  // one student
  EXPECT_TRUE(is_none({{"sort_1_2_a.c", ""}, {"find_2_2_b.c", ""}}));          // short numbers
  EXPECT_TRUE(is_none({{"sort_100_200_a.c", ""}, {"find_100_300_b.c", ""}}));  // one id, two people
  EXPECT_TRUE(is_none({{"sort_100_200_a.c", ""}, {"find_300_200_b.c", ""}}));  // one serial
}

TEST(ExportsTest, Gradescope) {
  constexpr std::string_view kMetadata =
      "---\n"
      "submission_111:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '1'\n"
      "  - :name: \"Zo\\u00eb \\xD6z\"\n"
      "  :created_at: 2026-03-01 10:11:12.123456789 Z\n  :score: 1.0\n"
      "submission_222:\n  :submitters:\n  - :name: 'Bob O''Ray'\n  :created_at: &t 2026-03-02\n";
  const auto found = recognised({{"g/submission_111/hw.c", ""},
                                 {"g/submission_222/hw.c", ""},
                                 {"g/submission_metadata.yml", std::string(kMetadata)}});
  EXPECT_THAT(shown(found), ElementsAre("Gradescope", "Ann Lee, Zoë Öz: hw.c", "Bob O'Ray: hw.c"));
  EXPECT_EQ(found->files.at("g/submission_111/hw.c").handed_in, "2026-03-01T10:11:12Z");
  EXPECT_EQ(found->files.at("g/submission_111/hw.c").dated_by, "metadata");
}

TEST(ExportsTest, BrokenMetadataOfGradescopeIsNoExport) {
  for (const char* text : {"", "[", "submission_111: *unknown", "submission_111:\n  :submitters: 3",
                           "- submission_111", "\x01\x02"}) {
    EXPECT_TRUE(is_none({{"submission_111/a.c", ""},
                         {"submission_222/a.c", ""},
                         {"submission_metadata.yml", text}}))
        << text;
  }
}

// Each of these takes libyaml hours if it is parsed as it is.
TEST(ExportsTest, HostileMetadataOfGradescopeTakesLinearTime) {
  constexpr std::size_t kMany = 1'000'000;
  const auto repeated = [](std::string_view piece, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += piece;
    return text;
  };
  for (const std::string& text :
       {repeated("[", kMany), repeated("{a: ", kMany), repeated("- ", kMany),
        repeated("%TAG !a! b\n", kMany), "x: [" + repeated("&a a, ", kMany) + "]",
        "x: &x\n" + repeated("- :name: A\n", 10'000) + repeated("y:\n  :submitters: *x\n", 10'000),
        "x: " + std::string(32 << 20, 'a')}) {
    EXPECT_TRUE(is_none({{"submission_111/a.c", ""},
                         {"submission_222/a.c", ""},
                         {"submission_metadata.yml", text}}))
        << text.substr(0, 20);
  }
}

TEST(ExportsTest, Blackboard) {
  const auto found = recognised({
      {"b/Homework 1_alee_attempt_2026-03-01-10-11-12.txt",
       "Name: Ann Lee (alee)\r\nAssignment: …"},
      {"b/Homework 1_alee_attempt_2026-03-01-10-11-12_hw_1.c", ""},
      {"b/Homework 1_bray_attempt_2026-03-01-11-11-12.txt", "typed into the page"},
      {"b/Homework 1_bray_attempt_2026-02-01-11-11-12_old.c", ""},
  });
  EXPECT_THAT(shown(found), ElementsAre("Blackboard", "Ann Lee: hw_1.c", "bray: old.c",
                                        "bray: Homework 1_bray_attempt_2026-03-01-11-11-12.txt"));
  EXPECT_EQ(found->students, 2U);
  EXPECT_EQ(found->earlier_attempts, 1U);
  const auto old = found->files.at("b/Homework 1_bray_attempt_2026-02-01-11-11-12_old.c");
  EXPECT_THAT(old.left_out, HasSubstr("earlier attempt, 2026-02-01-11-11-12"));
}

TEST(ExportsTest, Classroom) {
  const Files files = {{"hw1-submissions/hw1-ann-lee/src/a.c", ""},
                       {"hw1-submissions/hw1-ann-ray/a.c", ""}};
  EXPECT_THAT(shown(recognised(files)),
              ElementsAre("GitHub Classroom", "ann-lee: src/a.c", "ann-ray: a.c"));
  const Files others = {{"all/hw1-ann/a.c", ""}, {"all/hw1-bob/a.c", ""}};
  EXPECT_TRUE(is_none(others));
  EXPECT_THAT(shown(recognised(others, [](std::string_view) { return true; })),
              ElementsAre("GitHub Classroom", "ann: a.c", "bob: a.c"));
  EXPECT_FALSE(recognised(others, [](std::string_view folder) { return folder == "all/hw1-ann"; }));
}

TEST(ExportsTest, OtherNamesAreNone) {
  EXPECT_TRUE(is_none({}));
  EXPECT_TRUE(is_none({{"ann.c", ""}, {"bob.c", ""}}));
  EXPECT_TRUE(is_none({{"ann/main.c", ""}, {"bob/main.c", ""}}));
  EXPECT_TRUE(
      is_none({{"_1_assignsubmission_file_/a", ""}, {"Ann_x_assignsubmission_file_/a", ""}}));
  EXPECT_TRUE(is_none(
      {{"hw_attempt_2026-03-01-10-11-12_a.c", ""}, {"x_y_attempt_2026-99-01-10-11-12_a.c", ""}}));
}

}  // namespace
}  // namespace whorl::internal::compare::submissions
