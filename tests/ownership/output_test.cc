#include "base/ownership/output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "../temp_folder.h"
#include "base/ownership/folder.h"
#include "base/ownership/run_outputs.h"
#include "base/ownership/same_file.h"
#include "base/ownership/written_form.h"
#include "base/ownership/written_record.h"

namespace whorl::internal::base::ownership {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class Outputs : public testing::Test {
 protected:
  // The reason why a file must not be written; empty if it may be.
  std::string refused(const std::string& name, bool overwrite = false,
                      std::vector<std::string> inputs = {}) const {
    const auto checked = check_output(folder_.path(name), {std::move(inputs), overwrite},
                                      [](const fs::path& p) { return begins_with(p, "own"); });
    return checked ? "" : checked.error().message;
  }

  test::TempFolder folder_{"claimed-output"};
};

TEST_F(Outputs, ReplaceWhatIsTheirOwnAndOthersOnlyWhereTold) {
  EXPECT_EQ(refused("absent"), "");
  folder_.write("mine", "own things");
  EXPECT_EQ(refused("mine"), "");
  folder_.write("yours", "a thesis");
  EXPECT_THAT(refused("yours"), HasSubstr("--force"));
  EXPECT_EQ(refused("yours", true), "");
}

TEST_F(Outputs, HaveAFormThatIsWritten) {
  for (const char* name : {"k.jsonl", "k.ndjson.gz", "k.json", "k.txt", "k.warc.gz", "k.wet",
                           "k.csv", "k.tsv.zst", "k", "k.data", "k.parquet", "k.parquet.jsonl"}) {
    EXPECT_EQ(refused(name), "") << name;
  }
  EXPECT_THAT(refused("k.parquet.gz"),
              HasSubstr("Parquet files are already compressed: name the output .parquet"));
  EXPECT_THAT(refused("k.XLSX"), HasSubstr("no spreadsheets"));
  for (const char* name :
       {"k.xls", "k.ods", "k.arrow", "k.feather", "k.ipc", "k.avro", "k.orc.xz"}) {
    EXPECT_THAT(refused(name), HasSubstr("name the output .")) << name;
  }
  EXPECT_EQ(form_of("k.CSV.gz"), WrittenForm::csv);
  EXPECT_EQ(form_of("k.tsv"), WrittenForm::tsv);
  EXPECT_EQ(form_of("k.txt.zst"), WrittenForm::ids);
  EXPECT_EQ(form_of("csv"), WrittenForm::json_lines);
  EXPECT_FALSE(check_for_json_lines("k.csv", "a list"));
  EXPECT_TRUE(check_for_json_lines("k.txt", "a list"));
  EXPECT_TRUE(check_for_json_lines("", "a list"));
}

TEST_F(Outputs, AreFilesOfThisMachine) {
  for (const char* name : {"s3://bucket/k.jsonl", "gs://bucket/k", "https://a.org/k.jsonl"}) {
    const auto checked = check_output(name, {}, [](const fs::path&) { return false; });
    ASSERT_FALSE(checked);
    EXPECT_THAT(checked.error().message, HasSubstr(std::string("FILE ") + name));
    EXPECT_FALSE(check_folder(name, kStore)) << name;
  }
}

TEST_F(Outputs, AreNoInputsByWhateverName) {
  const std::string input = folder_.write("input", "own things");
  fs::create_symlink("input", folder_ / "soft");
  fs::create_hard_link(input, folder_ / "hard");
  for (const char* name : {"input", "soft", "hard"}) {
    EXPECT_THAT(refused(name, true, {input}), HasSubstr("is an input")) << name;
  }
  fs::create_directory(folder_ / "in");
  folder_.write("in/thesis", "x");
  folder_.write("in/report", "own");
  EXPECT_THAT(refused("in/thesis", true, {folder_.path("in")}), HasSubstr("is an input"));
  EXPECT_EQ(refused("in/report", false, {folder_.path("in")}), "");
}

TEST_F(Outputs, AreDevicesAndPipesAsTheyAre) {
  ASSERT_EQ(::mkfifo(folder_.path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(refused("pipe"), "");
  EXPECT_TRUE(check_output("/dev/null", {}, [](const fs::path&) { return false; }));
  EXPECT_TRUE(check_distinct("/dev/null", "/dev/null"));
}

TEST_F(Outputs, NeedAFileEach) {
  folder_.write("a", "x");
  fs::create_symlink("a", folder_ / "link");
  fs::create_symlink(".", folder_ / "here");
  EXPECT_FALSE(check_distinct(folder_.path("a"), folder_.path("link")));
  EXPECT_FALSE(check_distinct(folder_.path("new"), folder_.path("here/new")));
  EXPECT_TRUE(check_distinct(folder_.path("a"), folder_.path("b")));
}

TEST_F(Outputs, AreKnownAsTheyWereWrittenAndNotOnceChanged) {
  const std::string draft = folder_.write("draft", "first"), file = folder_.path("kept.jsonl");
  EXPECT_FALSE(is_as_written(file));
  ASSERT_TRUE(keep_record(file, draft));
  fs::rename(draft, file);
  EXPECT_TRUE(is_as_written(file));
  // If a run is killed between the record and the file, the old file is still recognized.
  ASSERT_TRUE(keep_record(file, folder_.write("draft", "second one")));
  EXPECT_TRUE(is_as_written(file));
  fs::rename(folder_ / "draft", file);
  EXPECT_TRUE(is_as_written(file));
  std::ofstream(file, std::ios::app) << "a word";
  EXPECT_FALSE(is_as_written(file));
}

TEST_F(Outputs, OfARunAreLeftOutOfItsInputs) {
  const std::string file = folder_.path("kept"), other = folder_.write("other", "x");
  ASSERT_TRUE(keep_record(file, folder_.write("draft", "mine")));
  fs::rename(folder_ / "draft", file);
  fs::create_directory(folder_ / "store");
  const RunOutputs outputs(
      {file, other, folder_.path("store"), folder_.path("absent"), "-", "/dev/null", ""});
  EXPECT_THAT(outputs.left_out(), ElementsAre(resolved(file), resolved(folder_ / "store"),
                                              resolved(folder_ / "absent")));
  EXPECT_FALSE(outputs.check_named(file));
  EXPECT_FALSE(outputs.check_named(other));
  EXPECT_FALSE(outputs.check_named(folder_.path("store/documents.bin")));
  EXPECT_TRUE(outputs.check_named(folder_.path("draft")));
  EXPECT_FALSE(outputs.check_found(other));
  EXPECT_TRUE(outputs.check_found(file));
}

}  // namespace
}  // namespace whorl::internal::base::ownership
