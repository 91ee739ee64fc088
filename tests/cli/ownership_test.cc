// The output path of a command: its own output, another program's file, or an input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "cli/flags.h"
#include "run_program.h"

namespace whorl::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string line(const std::string& id, int from) {
  std::string text;
  for (int i = from; i < from + 60; ++i) text += "word" + std::to_string(i * i % 7919) + ' ';
  return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}\n";
}

class Ownership : public testing::Test {
 protected:
  Ownership() { folder_.write("a.jsonl", line("1", 0) + line("2", 0) + line("3", 900)); }

  test::Outcome whorl(std::vector<std::string> arguments) {
    arguments.push_back("--quiet");
    return test::run({.arguments = std::move(arguments), .folder = folder_.path()});
  }

  // Refused, and all files are as they were.
  void expect_refused(const std::vector<std::string>& arguments, int status = kWrongUsage) {
    const auto before = folder_.files();
    const test::Outcome outcome = whorl(arguments);
    EXPECT_EQ(outcome.status, status) << outcome.err << testing::PrintToString(arguments);
    EXPECT_THAT(outcome.err, testing::StartsWith("whorl: "));
    EXPECT_EQ(folder_.files(), before) << testing::PrintToString(arguments);
  }

  void expect_done(const std::vector<std::string>& arguments) {
    const test::Outcome outcome = whorl(arguments);
    EXPECT_EQ(outcome.status, kDone) << outcome.err << testing::PrintToString(arguments);
  }

  bool exists(const std::string& name) const { return fs::exists(folder_.path() / name); }

  test::TemporaryFolder folder_;
};

TEST_F(Ownership, FoldersOfOthersAreLeftAlone) {
  folder_.write("d/spill/a", "x");
  folder_.write("d/names.bin", "n");
  expect_refused({"cluster", "a.jsonl", "-o", "d"});
  expect_refused({"sweep", "add", "d", "--date", "2026-05-01", "a.jsonl"});
  expect_refused({"dedup", "a.jsonl", "-o", "kept.jsonl", "--store", "d"});
  EXPECT_EQ(folder_.read("d/spill/a"), "x");
  EXPECT_EQ(folder_.read("d/names.bin"), "n");
  folder_.write("o.jsonl.store/t", "thesis");
  expect_refused({"dedup", "a.jsonl", "-o", "o.jsonl"});
  EXPECT_EQ(folder_.read("o.jsonl.store/t"), "thesis");
}

TEST_F(Ownership, AStoreThatWasMadeOnPurposeIsNoWorkOfDedup) {
  expect_done({"cluster", "a.jsonl", "-o", "kept.jsonl.store", "--link", "survivor"});
  expect_refused({"dedup", "a.jsonl", "-o", "kept.jsonl"});
  expect_done({"dedup", "a.jsonl", "-o", "kept.jsonl", "--store", "kept.jsonl.store"});
  EXPECT_TRUE(exists("kept.jsonl.store/store.json"));
}

TEST_F(Ownership, WhatLiesInAStoreStaysThere) {
  expect_done({"cluster", "a.jsonl", "-o", "s"});
  folder_.write("s/notes.txt", "mine");
  folder_.write("s/spill/notes.txt", "mine too");
  expect_refused({"recluster", "s", "--resemblance", "0.9"});
  fs::remove_all(folder_.path() / "s/spill");
  expect_done({"recluster", "s", "--resemblance", "0.9"});
  EXPECT_EQ(folder_.read("s/notes.txt"), "mine");
  expect_done({"sweep", "add", "web", "--date", "2026-05-01", "a.jsonl"});
  folder_.write("web/draft-2026-05-03/notes.txt", "mine");
  expect_done({"sweep", "add", "web", "--date", "2026-05-02", "a.jsonl"});
  EXPECT_EQ(folder_.read("web/draft-2026-05-03/notes.txt"), "mine");
  expect_refused({"sweep", "add", "web", "--date", "2026-05-03", "a.jsonl"});
}

TEST_F(Ownership, AnInputIsNoOutput) {
  fs::create_symlink("a.jsonl", folder_.path() / "soft.jsonl");
  fs::create_hard_link(folder_.path() / "a.jsonl", folder_.path() / "hard.jsonl");
  folder_.write("in/b.jsonl", line("4", 2000));
  folder_.write("list", "a.jsonl\n");
  const std::string before = folder_.read("a.jsonl");
  for (const char* output : {"a.jsonl", "soft.jsonl", "hard.jsonl"}) {
    expect_refused({"dedup", "a.jsonl", "-o", output});
    expect_refused({"dedup", "a.jsonl", "-o", output, "--force"});
    expect_refused({"dedup", "a*.jsonl", "-o", output, "--force"});
    expect_refused({"dedup", "--files-from", "list", "-o", output, "--force"});
    expect_refused({"dedup", "a.jsonl", "-o", "k", "--removed", output, "--force"});
    expect_refused({"fingerprint", "a.jsonl", "-o", output, "--force"});
    expect_refused({"compare", "a.jsonl", "in/b.jsonl", "--json", output, "--force"});
    expect_refused({"compare", "a.jsonl", "in/b.jsonl", "--timings", output, "--force"});
  }
  expect_refused({"dedup", "in", "-o", "in/b.jsonl", "--force"});
  expect_refused({"compare", "in", "a.jsonl", "--csv", "in/b.jsonl", "--force"});
  EXPECT_EQ(folder_.read("a.jsonl"), before);
}

TEST_F(Ownership, AFileOfOthersIsReplacedOnlyByForce) {
  const std::vector<std::vector<std::string>> commands = {
      {"dedup", "a.jsonl", "-o", "out"},
      {"dedup", "a.jsonl", "-o", "kept", "--removed", "out"},
      {"fingerprint", "a.jsonl", "-o", "out"},
      {"compare", "a.jsonl", "b.c", "--by", "file", "--json", "out"},
      {"compare", "a.jsonl", "b.c", "--by", "file", "--csv", "out"},
      {"compare", "a.jsonl", "b.c", "--by", "file", "--sarif", "out"},
      {"compare", "a.jsonl", "b.c", "--by", "file", "-o", "r", "--timings", "out"},
      {"sweep", "drift", "web", "--svg", "out"},
  };
  folder_.write("b.c", "int main(void) { return 0; }\n");
  expect_done({"sweep", "add", "web", "--date", "2026-05-01", "a.jsonl"});
  for (std::vector<std::string> command : commands) {
    folder_.write("out", "a thesis");
    expect_refused(command);
    EXPECT_EQ(folder_.read("out"), "a thesis");
    command.push_back("--force");
    expect_done(command);
    command.pop_back();
    const std::string written = folder_.read("out");
    EXPECT_NE(written, "a thesis");
    expect_done(command);  // its own, so the same command may be given again
    if (command.back() == "out" && command.front() != "compare") {
      EXPECT_EQ(folder_.read("out"), written);
    }
  }
}

TEST_F(Ownership, DedupKnowsItsOutputUntilItIsChanged) {
  expect_done({"dedup", "a.jsonl", "-o", "kept.jsonl"});
  expect_done({"dedup", "a.jsonl", "-o", "kept.jsonl"});
  folder_.write("kept.jsonl", folder_.read("kept.jsonl") + line("mine", 3000));
  expect_refused({"dedup", "a.jsonl", "-o", "kept.jsonl"});
  // In the folder that is read its own outputs are no input.
  folder_.write("in/b.jsonl", line("4", 2000));
  expect_done({"dedup", "in", "-o", "in/all.jsonl"});
  const std::string first = folder_.read("in/all.jsonl");
  expect_done({"dedup", "in", "-o", "in/all.jsonl"});
  EXPECT_EQ(folder_.read("in/all.jsonl"), first);
}

TEST_F(Ownership, NoListIsWrittenBesideADevice) {
  for (const char* way : {"--json", "--passages"}) {
    const test::Outcome made = test::run(
        {.arguments = {"dedup", "a.jsonl", "-o", "/dev/null", way}, .folder = folder_.path()});
    EXPECT_EQ(made.status, kDone) << made.err;
    EXPECT_THAT(made.out, testing::Not(HasSubstr("null.removed"))) << way;
  }
}

TEST_F(Ownership, OutputsNeedAFileEachAndMergedStoresAName) {
  expect_refused({"dedup", "a.jsonl", "-o", "k.jsonl", "--removed", "k.jsonl"});
  fs::create_symlink(".", folder_.path() / "here");
  expect_refused({"dedup", "a.jsonl", "-o", "k.jsonl", "--removed", "here/k.jsonl"});
  expect_done({"dedup", "a.jsonl", "-o", "/dev/null", "--removed", "/dev/null", "--store", "k"});
  expect_done({"cluster", "a.jsonl", "-o", "s"});
  fs::create_symlink("s", folder_.path() / "t");
  expect_refused({"merge", "s", "s", "-o", "m"});
  expect_refused({"merge", "s", "t", "-o", "m"});
  expect_refused({"dedup", "a.jsonl", "-o", "x", "--against", "s", "--store", "t"});
}

TEST_F(Ownership, WhereNothingIsReadNothingIsWritten) {
  folder_.write("locked.zip", "PK\x03\x04 is no archive");
  fs::create_directory(folder_.path() / "empty");
  expect_refused({"cluster", "a.jsonl", "--text", "body", "-o", "s"}, kFailed);
  expect_refused({"cluster", "a.jsonl", "--text", "body", "-o", "empty"}, kFailed);
  expect_refused({"dedup", "a.jsonl", "--text", "body", "-o", "k.jsonl"}, kFailed);
  expect_refused({"sweep", "add", "w", "--date", "2026-05-01", "a.jsonl", "--text", "body"},
                 kFailed);
  expect_refused({"fingerprint", "locked.zip", "-o", "f"}, kFailed);
  expect_refused({"compare", "locked.zip", "-o", "r"}, kFailed);
  expect_refused({"compare", "empty", "-o", "r"}, kFailed);
  // What was there stays as it was.
  expect_done({"dedup", "a.jsonl", "-o", "k.jsonl"});
  expect_done({"cluster", "a.jsonl", "-o", "s"});
  const std::string kept = folder_.read("k.jsonl"), clusters = folder_.read("s/clusters.jsonl");
  expect_refused({"dedup", "a.jsonl", "--text", "body", "-o", "k.jsonl"}, kFailed);
  folder_.write("b.jsonl", line("4", 2000));
  expect_refused({"cluster", "b.jsonl", "--text", "body", "--into", "s"}, kFailed);
  expect_done({"recluster", "s"});
  EXPECT_EQ(folder_.read("k.jsonl"), kept);
  EXPECT_EQ(folder_.read("s/clusters.jsonl"), clusters);
  // An empty input is whole.
  folder_.write("empty.jsonl", "");
  expect_done({"dedup", "empty.jsonl", "-o", "none.jsonl"});
  EXPECT_EQ(folder_.read("none.jsonl"), "");
}

TEST_F(Ownership, ALoneSubmissionLeavesTheLastReport) {
  folder_.write("hw/ann.c", "int main(void) { return 0; }\n");
  folder_.write("hw/bob.c", "int main(void) { return 1; }\n");
  expect_done({"compare", "hw"});
  const std::string report = folder_.read("whorl-report/report.json");
  fs::remove(folder_.path() / "hw/bob.c");
  expect_refused({"compare", "hw"});
  fs::remove(folder_.path() / "hw/ann.c");
  expect_refused({"compare", "hw"}, kFailed);
  EXPECT_EQ(folder_.read("whorl-report/report.json"), report);
}

TEST_F(Ownership, AKilledReportIsSweptUp) {
  folder_.write("hw/ann.c", "int main(void) { return 0; }\n");
  folder_.write("hw/bob.c", "int main(void) { return 1; }\n");
  folder_.write("r/report.html.999999999.new", "half");
  folder_.write("r/report.json.999999999.new", "half");
  expect_done({"compare", "hw", "-o", "r"});
  EXPECT_FALSE(exists("r/report.html.999999999.new"));
  EXPECT_FALSE(exists("r/report.json.999999999.new"));
  EXPECT_TRUE(exists("r/report.json"));
}

TEST_F(Ownership, PipesAreWrittenAsTheyAre) {
  const std::string pipe = (folder_.path() / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::FILE* reader = fopen(pipe.c_str(), "r+");  // so that the command does not wait for a reader
  expect_done({"dedup", "a.jsonl", "-o", "pipe", "--removed", "/dev/null", "--store", "s"});
  EXPECT_TRUE(fs::is_fifo(pipe));
  std::fclose(reader);
}

TEST_F(Ownership, TextsOfAPipeAreKeptFromOthersAndRemoved) {
  const auto whole = test::run(
      {.arguments = {"dedup", "a.jsonl", "-o", "-", "--tmp", "scratch"}, .folder = folder_.path()});
  EXPECT_EQ(whole.status, kDone);
  EXPECT_TRUE(fs::is_empty(folder_.path() / "scratch"));
}

}  // namespace
}  // namespace whorl::cli
