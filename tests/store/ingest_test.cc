// Reading a collection into a store: what a checkpoint promises, and from where a stopped run
// continues.
#include "store/ingest.h"

#include <gtest/gtest.h>
#include <atomic>

#include <map>

#include "../temp_folder.h"
#include "../unsynced_files.h"
#include "input/skip_log.h"
#include "store/lock.h"
#include "store/sketch_file.h"

namespace whorl::internal::store {
namespace {

class Cancelled final : public Progress {
 public:
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t steps) override { records_ += steps; }
  bool cancelled() const override { return records_ > 0; }

 private:
  std::atomic<std::uint64_t> records_ = 0;
};

class Ingested : public testing::Test {
 protected:
  static std::string lines(int count) {
    std::string all;
    for (int i = 0; i < count; ++i) {
      const std::string text = "text" + std::to_string(i) + " two three";
      all += "{\"id\":\"" + std::to_string(i) + "\",\"text\":\"" + text + "\"}\n";
    }
    return all;
  }

  Result<IngestState> read(const std::string& store, IngestState from, Progress& progress) {
    CollectionInput input;
    input.inputs = {folder_.path("in.jsonl")};
    auto reading = Reading::open(input, *Shingling::parse("words", {.k = 2}, "mod:4"), "");
    EXPECT_TRUE(reading) << reading.error().message;
    EXPECT_TRUE(base::make_folder(folder_ / store));
    if (from.documents == 0) tables_[store] = new_file_table();
    StoreFiles files(files_, folder_ / store, tables_[store]);
    const auto checkpoint = [&](const IngestState& safe) -> Result<void> {
      EXPECT_EQ(files_.in(folder_ / store), std::set<std::string>());
      tables_[store] = files.table();
      told_ = safe;
      return {};
    };
    return ingest({files, checkpoint, 1, true, kMemory, true}, *reading, std::move(from), progress);
  }

  std::string contents(const std::string& store, const char* name) {
    const StoreFiles files(files_, folder_ / store, tables_[store]);
    auto file = files.read(name);
    EXPECT_TRUE(file) << file.error().message;
    std::string bytes((*file)->size(), '\0');
    EXPECT_TRUE((*file)->read(0, std::as_writable_bytes(std::span(bytes))));
    return bytes;
  }

  test::TempFolder folder_{"ingest"};
  std::map<std::string, FileTable> tables_;  // at the last checkpoint
  test::UnsyncedFiles files_;
  NoProgress quiet_;
  IngestState told_;
};

TEST_F(Ingested, GoesOnFromItsCheckpointWithFilesThatAreOnTheDisk) {
  folder_.write("in.jsonl", lines(1200));
  ASSERT_TRUE(read("whole", {}, quiet_));
  Cancelled stop;
  EXPECT_EQ(read("parts", {}, stop).error().code, ErrorCode::cancelled);
  EXPECT_GT(told_.documents, 0u);
  EXPECT_LT(told_.documents, 1200u);
  const auto rest = read("parts", told_, quiet_);
  ASSERT_TRUE(rest) << rest.error().message;
  EXPECT_EQ(rest->documents, 1200u);
  for (const char* file : {kDocumentsFile, kNamesFile, kSketchesFile, kShinglesFile, kPositionsFile,
                           kPositionEndsFile}) {
    EXPECT_EQ(contents("whole", file), contents("parts", file)) << file;
  }
}

TEST_F(Ingested, RefusesInputsThatBecameShorter) {
  folder_.write("in.jsonl", lines(1200));
  Cancelled stop;
  EXPECT_FALSE(read("store", {}, stop));
  folder_.write("in.jsonl", lines(10));
  EXPECT_EQ(read("store", told_, quiet_).error().code, ErrorCode::invalid_argument);
}

TEST_F(Ingested, CountsRevisitsOfAllRuns) {
  folder_.write("in.jsonl", lines(2));
  IngestState before;
  before.revisits = 4;
  const auto done = read("store", before, quiet_);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->revisits, 4u);
}

TEST_F(Ingested, ListsNoMoreThanItHasRoomFor) {
  std::string empty;
  for (std::size_t i = 0; i < input::SkipLog::kListed + 3; ++i) {
    empty += "{\"id\":\"" + std::to_string(i) + "\",\"text\":\"\"}\n";
  }
  folder_.write("in.jsonl", empty);
  const auto done = read("store", {}, quiet_);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->skipped.size(), input::SkipLog::kListed);
  EXPECT_EQ(done->more_skipped, 3u);
}

TEST(StoreLocks, AreOfOneRunAtATime) {
  test::TempFolder folder("lock");
  {
    const auto first = StoreLock::take(folder / "");
    ASSERT_TRUE(first);
    EXPECT_FALSE(StoreLock::take(folder / ""));
  }
  EXPECT_TRUE(StoreLock::take(folder / ""));
}

TEST(HashLists, DoNotReachBeyondTheirFile) {
  test::TempFolder folder("hashes");
  folder.write("list", std::string(24, 'x'));
  auto file = base::FileSystem::real().read(folder / "list");
  ASSERT_TRUE(file);
  const HashListReader lists(std::move(*file));
  std::vector<std::uint64_t> hashes;
  EXPECT_TRUE(lists.read(1, 2, hashes));
  EXPECT_EQ(lists.read(1, 3, hashes).error().code, ErrorCode::corrupt);
}

TEST(HashLists, AreTheSameWhereTheFileIsHeld) {
  test::TempFolder folder("held-hashes");
  folder.write("list", "firsthassecondhathird ha");
  HashListReader lists(std::move(*base::FileSystem::real().read(folder / "list")));
  const auto lists_of = [&] {
    std::vector<std::vector<std::uint64_t>> all;
    for (const auto& [offset, count] : {std::pair(0, 3), std::pair(1, 1), std::pair(3, 0)}) {
      EXPECT_TRUE(lists.read(offset, count, all.emplace_back()));
      EXPECT_EQ(all.back().size(), static_cast<std::size_t>(count));
    }
    return all;
  };
  const auto read = lists_of();
  ASSERT_TRUE(lists.hold(UINT64_MAX));
  folder.write("list", std::string(24, 'x'));
  EXPECT_EQ(lists_of(), read);
  std::vector<std::uint64_t> hashes;
  EXPECT_EQ(lists.read(1, 3, hashes).error().code, ErrorCode::corrupt);
}

TEST_F(Ingested, GoesOnUnderTheSameMemoryOnly) {
  folder_.write("in.jsonl", lines(1200));
  Cancelled stop;
  EXPECT_FALSE(read("cut", {}, stop));
  ASSERT_GT(told_.records, 0u);
  told_.record_bytes = 8 << 20;  // of a run with less memory, which counted other records
  const auto other = read("cut", told_, quiet_);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("--memory"), std::string::npos);
}

}  // namespace
}  // namespace whorl::internal::store
