// Outputs of dedup other than one file of lines: folders of shards, web archives, texts.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "../input/make_warc.h"
#include "../temp_folder.h"
#include "input/archives/byte_stream.h"
#include "stop_after.h"
#include "themed.h"
#include "whorl/dedup.h"
#include "whorl/repeats.h"

namespace whorl::internal::cluster {
namespace {

namespace fs = std::filesystem;

std::string unpacked(const fs::path& path) {
  std::string all;
  auto stream = input::ByteStream::open(path.string());
  EXPECT_TRUE(stream) << path;
  while (stream) {
    auto block = (*stream)->next();
    EXPECT_TRUE(block);
    if (!block || block->empty()) break;
    all += *block;
  }
  return all;
}

std::string words(int from, int count) {
  std::string text;
  for (int word = from; word < from + count; ++word) text += "w" + std::to_string(word) + " ";
  return text;
}

std::string line(const std::string& id, const std::string& text) {
  return nlohmann::json{{"id", id}, {"text", text}}.dump() + "\n";
}

std::string conversion(const std::string& url, const std::string& text) {
  return input::warc_record("conversion", url, text, "text/plain");
}

class DedupOutputs : public testing::Test {
 protected:
  DedupOptions options(const std::vector<std::string>& inputs, const std::string& output) const {
    DedupOptions o;
    for (const std::string& input : inputs) o.cluster.input.inputs.push_back(folder_.path(input));
    o.cluster.shingling.shingle = 3;
    o.cluster.thresholds.linkage = Linkage::survivor;
    o.output = folder_.path(output);
    return o;
  }

  std::string refused(const DedupOptions& o) {
    const auto done = dedup(o, quiet_);
    EXPECT_FALSE(done);
    return done ? "" : done.error().message;
  }

  test::TempFolder folder_{"dedup-outputs"};
  NoProgress quiet_;
};

TEST_F(DedupOutputs, AFolderGetsAFileForEachInput) {
  fs::create_directories(folder_ / "in/b");
  folder_.write("in/1.jsonl", line("a", words(0, 60)) + line("b", words(100, 60)));
  folder_.write("in/2.jsonl", line("c", words(0, 60)));
  folder_.write("in/b/1.jsonl",
                "no JSON\n" + line("d", words(200, 60)) + line("e", words(100, 61)));
  const auto done = dedup(options({"in"}, "kept/"), quiet_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->kept, 3u);
  EXPECT_EQ(folder_.read("kept/1.jsonl"), line("a", words(0, 60)));
  EXPECT_EQ(folder_.read("kept/2.jsonl"), "");
  EXPECT_EQ(folder_.read("kept/b/1.jsonl"), line("d", words(200, 60)) + line("e", words(100, 61)));
  EXPECT_EQ(folder_.read_lines("kept.removed.jsonl").size(), 3u);
  EXPECT_FALSE(fs::exists(folder_ / "kept.store"));
  // A second run replaces the files of the first run and no others.
  ASSERT_TRUE(dedup(options({"in"}, "kept"), quiet_));
  folder_.write("kept/2.jsonl", "mine");
  EXPECT_NE(refused(options({"in"}, "kept/")).find("exists already"), std::string::npos);
  EXPECT_EQ(folder_.read("kept/2.jsonl"), "mine");
}

TEST_F(DedupOutputs, TwoInputsHaveNamesBelowTheFolderOfBoth) {
  fs::create_directories(folder_ / "x");
  fs::create_directories(folder_ / "y");
  folder_.write("x/1.jsonl", line("a", words(0, 60)));
  folder_.write("y/1.jsonl", line("b", words(100, 60)));
  ASSERT_TRUE(dedup(options({"x/1.jsonl", "y/1.jsonl"}, "kept/"), quiet_));
  EXPECT_EQ(folder_.read("kept/x/1.jsonl"), line("a", words(0, 60)));
  EXPECT_EQ(folder_.read("kept/y/1.jsonl"), line("b", words(100, 60)));
}

TEST_F(DedupOutputs, AFolderIsForFilesOfRecords) {
  fs::create_directories(folder_ / "in");
  folder_.write("in/a.txt", words(0, 60));
  EXPECT_NE(refused(options({"in"}, "kept/")).find("is one document"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "kept"));
  EXPECT_FALSE(fs::exists(folder_ / "kept.store"));
}

TEST_F(DedupOutputs, WhatIsReadIsNoOutput) {
  fs::create_directories(folder_ / "in");
  folder_.write("in/1.jsonl", line("a", words(0, 60)));
  EXPECT_FALSE(dedup(options({"in"}, "in/"), quiet_));
  EXPECT_EQ(folder_.read("in/1.jsonl"), line("a", words(0, 60)));
}

TEST_F(DedupOutputs, ShardsArePackedByTheirNames) {
  fs::create_directories(folder_ / "in");
  folder_.write("in/1.jsonl", line("a", words(0, 60)) + line("b", words(0, 60)));
  ASSERT_TRUE(dedup(options({"in"}, "packed.jsonl.gz"), quiet_));
  fs::create_directories(folder_ / "again");
  fs::copy_file(folder_ / "packed.jsonl.gz", folder_ / "again/1.jsonl.gz");
  ASSERT_TRUE(dedup(options({"again"}, "kept/"), quiet_));
  EXPECT_EQ(unpacked(folder_ / "kept/1.jsonl.gz"), line("a", words(0, 60)));
}

TEST_F(DedupOutputs, RecordsOfWebArchivesComeOutAsTheyWereFound) {
  const std::string a = conversion("http://a.org/", words(0, 60));
  const std::string b = conversion("http://b.org/", words(100, 60));
  const std::string page =
      input::warc_record("response", "http://c.org/",
                         "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>" + words(200, 60),
                         "application/http; msgtype=response");
  folder_.write("in.warc",
                input::warc_record("warcinfo", "", "software: x\r\n", "application/warc-fields") +
                    a + conversion("http://d.org/", words(0, 60)) + b + page);
  ASSERT_TRUE(dedup(options({"in.warc"}, "kept.warc"), quiet_));
  EXPECT_EQ(folder_.read("kept.warc"), a + b + page);
  ASSERT_TRUE(dedup(options({"in.warc"}, "kept.warc.gz"), quiet_));
  EXPECT_EQ(unpacked(folder_ / "kept.warc.gz"), a + b + page);
  // Each record is a gzip member of its own.
  const std::string packed = folder_.read("kept.warc.gz");
  std::size_t members = 0;
  for (std::size_t at = 0; (at = packed.find("\x1f\x8b\x08", at)) != packed.npos; ++at) ++members;
  EXPECT_EQ(members, 3u);
  ASSERT_TRUE(dedup(options({"kept.warc.gz"}, "twice.warc"), quiet_));
  EXPECT_EQ(folder_.read("twice.warc"), a + b + page);
  ASSERT_TRUE(dedup(options({"in.warc"}, "kept.jsonl"), quiet_));
  EXPECT_EQ(folder_.read_lines("kept.jsonl")[1]["id"], "http://b.org/");
}

TEST_F(DedupOutputs, WhatIsNoRecordDoesNotGoIntoAWebArchive) {
  folder_.write("in.jsonl", line("a", words(0, 60)));
  EXPECT_NE(refused(options({"in.jsonl"}, "kept.warc")).find("name the output .jsonl"),
            std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "kept.warc"));
}

TEST_F(DedupOutputs, DocumentsThatAreNoLinesHaveTheirTextWhereItIsAskedFor) {
  fs::create_directories(folder_ / "in");
  folder_.write("in/a.txt", words(0, 60));
  folder_.write("in/b.html", "<html><p>" + words(100, 60) + "</p></html>");
  folder_.write("in/c.jsonl", line("c", words(200, 60)));
  DedupOptions o = options({"in"}, "kept.jsonl");
  o.texts = true;
  const auto done = dedup(o, quiet_);
  ASSERT_TRUE(done) << done.error().message;
  const auto kept = folder_.read_lines("kept.jsonl");
  ASSERT_EQ(kept.size(), 3u);
  EXPECT_EQ(kept[0]["text"], words(0, 60));
  EXPECT_EQ(kept[1]["text"].get<std::string>().find("w100 w101"), 0u);
  EXPECT_EQ(kept[1]["text"].get<std::string>().find('<'), std::string::npos);
  EXPECT_EQ(kept[2].dump() + "\n", line("c", words(200, 60)));
}

// A thinned sketch keeps too little of a question that a long document quotes.
TEST_F(DedupOutputs, TextsAreComparedByAllTheirShingles) {
  std::string questions, documents;
  for (int i = 0; i < 40; ++i) {
    const int at = i * 10'000;
    questions += line("q" + std::to_string(i), words(at + 2000, 25));
    documents += line("d" + std::to_string(i), words(at, 5000));
  }
  folder_.write("tests.jsonl", questions);
  folder_.write("in.jsonl", documents);
  DedupOptions o = options({"in.jsonl"}, "clean.jsonl");
  o.cluster.thresholds.containment = 0.8;
  o.against = {folder_.path("tests.jsonl")};
  const auto done = dedup(o, quiet_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->similar, 40u);
  const auto removed = folder_.read_lines("clean.removed.jsonl");
  EXPECT_EQ(removed[7]["survivor"], "q7");
  EXPECT_EQ(removed[7]["contains"], 1.0);
  EXPECT_FALSE(fs::exists(folder_ / "clean.jsonl.store.against"));
}

TEST_F(DedupOutputs, LeavesAFolderBesideTheOutputAlone) {
  folder_.write("tests.jsonl", line("q", words(0, 80)));
  folder_.write("in.jsonl", line("d", words(0, 80)));
  fs::create_directories(folder_ / "clean.jsonl.store.against");
  folder_.write("clean.jsonl.store.against/mine.txt", "mine");
  DedupOptions o = options({"in.jsonl"}, "clean.jsonl");
  o.against = {folder_.path("tests.jsonl")};
  EXPECT_EQ(dedup(o, quiet_)->left_out(), 1u);
  EXPECT_EQ(folder_.read("clean.jsonl.store.against/mine.txt"), "mine");
}

// The texts changed after the run was stopped, at any point.
TEST_F(DedupOutputs, TakesNothingFromARunAgainstOtherTexts) {
  std::string documents;
  for (int i = 0; i < 60; ++i) documents += line("d" + std::to_string(i), words(i * 100, 90));
  folder_.write("in.jsonl", documents);
  DedupOptions o = options({"in.jsonl"}, "clean.jsonl");
  o.against = {folder_.path("tests.jsonl")};
  int refusals = 0;
  for (std::uint64_t steps = 1;; steps += 1 + steps * 3 / 4) {
    folder_.write("tests.jsonl", line("q", words(100, 90)));
    test::StopAfter soon(steps);
    const bool ended = dedup(o, soon).has_value();
    folder_.write("tests.jsonl", line("q", words(2'000, 90)));
    auto again = dedup(o, quiet_);
    if (!again) {
      ++refusals;
      EXPECT_NE(again.error().message.find("other texts"), std::string::npos)
          << again.error().message;
      fs::remove_all(folder_ / "clean.jsonl.store");
      again = dedup(o, quiet_);
    }
    ASSERT_TRUE(again) << steps;
    EXPECT_EQ(folder_.read_lines("clean.removed.jsonl")[0]["id"], "d20") << steps;
    if (ended) break;
  }
  EXPECT_GT(refusals, 0);
}

// Otherwise its files would be read as documents without similar ones, and all be kept.
TEST_F(DedupOutputs, RefusesToTakeAStoreWithoutItsManifestForTexts) {
  folder_.write("tests.jsonl", line("q", words(0, 80)));
  folder_.write("in.jsonl", line("d", words(0, 80)));
  ClusterOptions store;
  store.input.inputs = {folder_.path("tests.jsonl")};
  store.store = folder_.path("store");
  ASSERT_TRUE(whorl::cluster(store, quiet_));
  fs::remove(folder_ / "store/store.json");
  DedupOptions o = options({"in.jsonl"}, "clean.jsonl");
  o.against = {store.store};
  EXPECT_EQ(dedup(o, quiet_).error().code, ErrorCode::not_found);
  EXPECT_FALSE(fs::exists(folder_ / "clean.jsonl"));
}

TEST_F(DedupOutputs, PassagesGoIntoAFolderToo) {
  fs::create_directories(folder_ / "in");
  folder_.write("in/1.jsonl", line("a", words(0, 80)));
  folder_.write("in/2.wet", conversion("http://b.org/", words(500, 9) + words(0, 60)));
  RepeatOptions o;
  o.input.inputs = {folder_.path("in")};
  o.output = folder_.path("cut/");
  const auto done = cut_repeats(o, quiet_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(folder_.read("cut/1.jsonl"), line("a", words(0, 80)));
  EXPECT_EQ(folder_.read_lines("cut/2.jsonl")[0]["text"], words(500, 9));
  EXPECT_EQ(folder_.read_lines("cut.removed.jsonl").size(), 1u);
}

}  // namespace
}  // namespace whorl::internal::cluster
