#include "whorl/fingerprint_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "../input/make_archive.h"
#include "fingerprints/select/select.h"
#include "passages/index/segment.h"
#include "tokens/text.h"
#include "whorl/recipe.h"

namespace whorl::internal::job {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class FingerprintJob : public testing::Test {
 protected:
  FingerprintJob()
      : folder_(fs::path(testing::TempDir()) /
                ("whorl_job_" +
                 std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    fs::create_directories(folder_);
    options_.paths = {folder_.string()};
    options_.recipe = "text/k=5/winnow:w=4";
  }
  ~FingerprintJob() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  std::vector<std::string> lines() {
    std::vector<std::string> out;
    NoProgress progress;
    const auto stats = whorl::fingerprint(
        options_,
        [&](const FingerprintedDocument& d) {
          out.push_back(json_line(d));
          return true;
        },
        progress);
    EXPECT_TRUE(stats) << stats.error().message;
    if (stats) stats_ = *stats;
    return out;
  }

  fs::path folder_;
  FingerprintOptions options_;
  FingerprintStats stats_;
};

TEST_F(FingerprintJob, CountsWhatItDid) {
  write("b.txt", "A do run run run, a do run run!");
  write("a.txt", "abc");
  const auto out = lines();
  ASSERT_EQ(out.size(), 2u);
  const auto first = nlohmann::json::parse(out[0]);
  EXPECT_EQ(first["name"], "a.txt");
  EXPECT_EQ(first["symbols"], 3);
  EXPECT_TRUE(first["fingerprints"].empty());
  EXPECT_EQ(stats_.documents, 2u);
  EXPECT_EQ(stats_.bytes, 34u);
  EXPECT_EQ(stats_.symbols, 24u);
  EXPECT_EQ(stats_.hashes, 17u);
  EXPECT_EQ(stats_.recipe, id(*parse_recipe("text/k=5/winnow:w=4")));
  EXPECT_DOUBLE_EQ(stats_.expected_density, 0.4);
  EXPECT_LT(stats_.longest_gap, 4u);
  EXPECT_EQ(nlohmann::json::parse(to_json(stats_))["hashes"], 17);
}

TEST_F(FingerprintJob, IsTheSameAtAnyThreadCount) {
  for (int i = 0; i < 60; ++i) {
    write("d" + std::to_string(i % 7) + "/" + std::to_string(i),
          std::string(static_cast<std::size_t>(i) * 40, static_cast<char>('a' + i % 26)) + "end");
  }
  options_.threads = 1;
  const auto one = lines();
  options_.threads = 4;
  EXPECT_EQ(lines(), one);
}

// A large document is cut for several threads; nothing of that shows.
TEST_F(FingerprintJob, CutsALargeDocumentWithoutATrace) {
  std::string text;
  for (std::size_t i = 0; text.size() < (17u << 20); ++i) {
    text += std::to_string(i * 7919 % 100'003) + (i % 5 == 0 ? " caf\u00e9 e\u0301 " : " run\n");
    if (i == 40'000) text += std::string(300'000, '7');
  }
  write("large.txt", text);
  for (const char* recipe : {"text/k=50/robust:w=100", "text/k=9/winnow:w=20"}) {
    options_.recipe = recipe;
    std::vector<Fingerprints> found;
    for (const unsigned threads : {1u, 3u}) {
      options_.threads = threads;
      NoProgress progress;
      ASSERT_TRUE(whorl::fingerprint(
          options_,
          [&](const FingerprintedDocument& d) {
            found.push_back(d.fingerprints);
            return true;
          },
          progress));
    }
    const Fingerprints expected =
        select::select(tokens::text_canon(text), parse_recipe(recipe).value());
    for (const Fingerprints& f : found) {
      EXPECT_EQ(f.position, expected.position);
      EXPECT_EQ(f.hash, expected.hash);
    }
  }
}

TEST_F(FingerprintJob, WritesASegment) {
  write("a.txt", "the quick brown fox jumps over the lazy dog");
  options_.output = testing::TempDir() + "whorl_job_output.whorlseg";
  const auto out = lines();
  const auto segment = index::read_segment(options_.output);
  ASSERT_TRUE(segment) << segment.error().message;
  EXPECT_EQ(segment->recipe, stats_.recipe);
  ASSERT_EQ(segment->documents.size(), 1u);
  const index::SegmentDocument& d = segment->documents[0];
  EXPECT_EQ(json_line({d.name, d.symbols, d.fingerprints}), out[0]);
  fs::remove(options_.output);
}

TEST_F(FingerprintJob, ListsWhatItCannotRead) {
  write("good.txt", "the quick brown fox");
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  fs::create_directory_symlink(folder_, folder_ / "loop");
  EXPECT_EQ(lines().size(), 1u);
  ASSERT_EQ(stats_.skipped.size(), 2u);
  EXPECT_EQ(stats_.skipped[0].path, "loop");
  EXPECT_EQ(stats_.skipped[1].path, "pipe");
}

// Documents come in order of their names. That includes documents of an archive whose name begins
// another name: "b.zip-notes" comes before "b.zip/…".
TEST_F(FingerprintJob, ComesInOrderOfNames) {
  write("a.txt", "the quick brown fox");
  write("b.zip-notes", "the quick brown fox");
  write("c.txt", "the quick brown fox");
  write("b.zip", input::make_archive(input::Packing::zip, {{"z", "the quick brown fox", ""},
                                                           {"a", "the lazy dog", ""},
                                                           {"z", "the lazy dog", ""}}));
  std::vector<std::string> names;
  for (const std::string& line : lines()) names.push_back(nlohmann::json::parse(line)["name"]);
  EXPECT_THAT(names,
              ElementsAre("a.txt", "b.zip-notes", "b.zip/a", "b.zip/z", "b.zip/z (2)", "c.txt"));
}

TEST_F(FingerprintJob, TakesALargeFileOfAnotherCharsetAsAWhole) {
  std::string text;
  while (text.size() < (17u << 20)) text += "caf\xE9 au lait, s'il vous pla\xEEt: voil\xE0 !\n";
  write("latin1.txt", text);
  EXPECT_EQ(lines().size(), 1u);
  EXPECT_EQ(stats_.bytes, text.size());
  EXPECT_GT(stats_.fingerprints, 0u);
}

TEST_F(FingerprintJob, ListsALargeBinaryFile) {
  write("binary", std::string(17u << 20, '\1'));
  write("late", std::string(9u << 20, 'x') + std::string(9u << 20, '\1'));
  EXPECT_TRUE(lines().empty());
  ASSERT_EQ(stats_.skipped.size(), 2u);
  EXPECT_THAT(stats_.skipped[0].reason, HasSubstr("binary"));
  EXPECT_THAT(stats_.skipped[1].reason, HasSubstr("binary"));
}

TEST_F(FingerprintJob, ListsAFileThatVanished) {
  write("here", "the quick brown fox");
  fs::create_symlink(folder_ / "gone", folder_ / "link");
  EXPECT_EQ(lines().size(), 1u);
  ASSERT_EQ(stats_.skipped.size(), 1u);
  EXPECT_EQ(stats_.skipped[0].path, "link");
}

TEST_F(FingerprintJob, RefusesByName) {
  const auto refusal = [&] {
    NoProgress progress;
    const auto stats = whorl::fingerprint(options_, {}, progress);
    return stats ? "accepted" : stats.error().message;
  };
  options_.recipe = "text/k=0/winnow:w=4";
  EXPECT_THAT(refusal(), HasSubstr("k is '0'"));
  options_.recipe = "text/k=5/winnow:w=0";
  EXPECT_THAT(refusal(), HasSubstr("w is '0'"));
  options_.recipe = "text/k=1048576/winnow:w=1048577";
  EXPECT_THAT(refusal(), HasSubstr("from 1 to 1048576"));
  options_.recipe = "text/k=5/winnow:w=4";
  options_.output = "/nowhere/out";
  EXPECT_THAT(refusal(), HasSubstr("/nowhere/out"));
  options_.output.clear();
  options_.paths = {"/nowhere"};
  EXPECT_THAT(refusal(), HasSubstr("/nowhere"));
}

TEST_F(FingerprintJob, LargestKAndWTakeNoMoreThanTheText) {
  write("a.txt", std::string(3000, 'x'));
  options_.recipe = "text/k=1000/winnow:w=1048576";
  lines();
  EXPECT_EQ(stats_.fingerprints, 1u);
}

}  // namespace
}  // namespace whorl::internal::job
