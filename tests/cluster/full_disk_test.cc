// A disk that is full at any moment: the pipeline says so, and goes on when there is room again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "jobs/collection/cluster/pipeline.h"

namespace whorl::internal::cluster {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// Accepts `room` bytes, then fails like a full disk.
class SmallDisk final : public base::FileSystem {
 public:
  explicit SmallDisk(std::uint64_t room) : left_(room) {}

  Result<std::unique_ptr<base::WritableFile>> write(const Path& path, std::uint64_t keep) override {
    auto file = base::FileSystem::real().write(path, keep);
    if (!file) return tl::unexpected(file.error());
    return std::make_unique<File>(std::move(*file), path, *this);
  }
  Result<std::unique_ptr<base::ReadableFile>> read(const Path& path) override {
    return base::FileSystem::real().read(path);
  }
  std::uint64_t left() const { return left_; }

 private:
  class File final : public base::WritableFile {
   public:
    File(std::unique_ptr<base::WritableFile> file, Path path, SmallDisk& file_system)
        : file_(std::move(file)), path_(std::move(path)), file_system_(file_system) {}
    Result<void> append(std::span<const std::byte> bytes) override {
      if (bytes.size() > file_system_.left_) {
        return fail(ErrorCode::io, path_.string() + ": cannot write: the disk is full");
      }
      file_system_.left_ -= bytes.size();
      return file_->append(bytes);
    }
    Result<void> flush() override { return file_->flush(); }
    Result<void> sync() override { return file_->sync(); }

   private:
    std::unique_ptr<base::WritableFile> file_;
    Path path_;
    SmallDisk& file_system_;
  };

  std::uint64_t left_;
};

class FullDisk : public testing::Test {
 protected:
  FullDisk() {
    std::ofstream lines(folder_ / "pages.jsonl");
    for (int d = 0; d < 3000; ++d) {
      std::string text;
      for (int w = 0; w < 60; ++w) {
        text += "w" + std::to_string(d / 3 * 1000 + (w == d % 60 ? 999 : w)) + " ";
      }
      lines << nlohmann::json{{"id", std::to_string(d)}, {"text", text}}.dump() << "\n";
    }
    options_.input.inputs = {(folder_ / "pages.jsonl").string()};
    options_.shingling.shingle = 3;
    options_.shingling.sketch = "all";
  }

  Result<ClusterSummary> run(base::FileSystem& file_system, const std::string& store) {
    const fs::path path = folder_ / store;
    fs::create_directories(path);
    auto stored = store::load(file_system, path);
    if (!stored) return tl::unexpected(stored.error());
    store::Manifest manifest;
    manifest.settings.inputs = options_.input.inputs;
    manifest.settings.shingle = options_.shingling.shingle.value();
    manifest.settings.sketch = options_.shingling.sketch;
    manifest.settings.keep_resemblance = 0.5;
    if (*stored) manifest = **stored;
    const auto run = *join::ResolvedRun::of(manifest.settings);
    std::optional<store::Reading> reading =
        std::move(*store::Reading::open(options_.input, run.shingling, ""));
    cluster::Pipeline pipeline(file_system, {path, 1 << 20, 2, {}}, std::move(manifest), run,
                               quiet_);
    if (auto done = pipeline.find_pairs(std::move(reading)); !done)
      return tl::unexpected(done.error());
    return pipeline.form_clusters(options_.thresholds, true, 0);
  }

  std::string contents(const std::string& store, const char* file) const {
    return test::contents_of(folder_ / store, file);
  }

  test::TempFolder folder_{"full"};
  ClusterOptions options_;
  NoProgress quiet_;
};

TEST_F(FullDisk, IsToldAndTheJobGoesOnWhenThereIsRoom) {
  constexpr std::uint64_t kPlenty = 1ull << 40;
  SmallDisk plenty(kPlenty);
  const auto whole = run(plenty, "whole");
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_GT(*whole->pairs, 1000u);
  const std::uint64_t needed = kPlenty - plenty.left();
  for (std::uint64_t part : {0u, 1u, 5u, 20u, 35u, 50u, 65u, 80u, 95u, 99u}) {
    const std::string store = "part" + std::to_string(part);
    SmallDisk small(needed * part / 100);
    const auto failed = run(small, store);
    ASSERT_FALSE(failed) << part;
    EXPECT_EQ(failed.error().code, ErrorCode::io);
    EXPECT_THAT(failed.error().message, HasSubstr("the disk is full"));
    EXPECT_FALSE(fs::exists(folder_ / (store + "/spill")));
    const auto resumed = run(base::FileSystem::real(), store);
    ASSERT_TRUE(resumed) << part << ": " << resumed.error().message;
    for (const char* file : {"documents.bin", "names.bin", "sketches.bin", "index.bin", "pairs.bin",
                             "clusters.bin", "clusters.jsonl", "pairs.tsv"}) {
      EXPECT_TRUE(contents("whole", file) == contents(store, file)) << part << " " << file;
    }
  }
}

}  // namespace
}  // namespace whorl::internal::cluster
