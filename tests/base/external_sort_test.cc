// Sorting in little memory gives what sorting in memory gives, and leaves nothing behind.
#include "base/external_sort.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <random>

#include "base/folder.h"
#include "base/spill_folder.h"

namespace whorl::internal::base {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint64_t> numbers(std::size_t count) {
  std::mt19937_64 random(3);
  std::vector<std::uint64_t> all(count);
  for (auto& number : all) number = random() % (count / 2 + 1);  // some twice
  return all;
}

class ExternalSort : public testing::Test {
 protected:
  ExternalSort() : owner_(fs::path(testing::TempDir()) / ("sort." + std::to_string(::getpid()))) {
    fs::create_directories(owner_);
  }
  ~ExternalSort() override { fs::remove_all(owner_); }
  fs::path owner_;
};

TEST_F(ExternalSort, IsTheSameInMemoryInRunsAndInRunsOfRuns) {
  // One block in memory at a time: up to 25 runs, of which 8 are merged at a time.
  for (std::size_t count : {0u, 1u, 16'384u, 16'385u, 140'000u, 400'000u}) {
    std::vector<std::uint64_t> all = numbers(count);
    SpillFolder spills({}, owner_);
    ASSERT_TRUE(spills.create());
    SortBudget budget;
    budget.memory = 1;
    budget.directory = spills.path();
    budget.name = "numbers";
    ExternalSorter<std::uint64_t> sorter(FileSystem::real(), budget);
    for (std::uint64_t number : all) ASSERT_TRUE(sorter.add(number));
    std::sort(all.begin(), all.end());
    {
      auto sorted = sorter.finish();
      ASSERT_TRUE(sorted);
      for (std::uint64_t number : all) {
        const auto next = sorted->next();
        ASSERT_TRUE(next && *next);
        ASSERT_EQ(**next, number);
      }
      EXPECT_EQ(*sorted->next(), nullptr);
    }
    EXPECT_EQ(names_in(spills.path()).size(), 1u) << "more than its mark, of " << count;
  }
  EXPECT_TRUE(fs::is_empty(owner_));
}

TEST_F(ExternalSort, GivesTheSameInSpansAsOneByOne) {
  for (std::size_t count : {0u, 1u, 50'000u}) {
    for (std::uint64_t memory : {1u, 1u << 20}) {
      std::vector<std::uint64_t> all = numbers(count);
      SpillFolder spills({}, owner_);
      ASSERT_TRUE(spills.create());
      ExternalSorter<std::uint64_t> sorter(FileSystem::real(),
                                           {memory, 1, spills.path(), "numbers"});
      for (std::uint64_t number : all) ASSERT_TRUE(sorter.add(number));
      auto sorted = sorter.finish();
      ASSERT_TRUE(sorted);
      std::vector<std::uint64_t> found;
      if (count > 0) found.push_back(**sorted->next());
      while (true) {
        const auto some = sorted->next_some();
        ASSERT_TRUE(some);
        if (some->empty()) break;
        found.insert(found.end(), some->begin(), some->end());
      }
      std::sort(all.begin(), all.end());
      EXPECT_EQ(found, all) << memory;
    }
  }
}

// Of a number of records that says where it came from.
struct Tagged {
  std::uint32_t key;
  std::uint32_t tag;
  [[maybe_unused]] friend bool operator==(const Tagged& a, const Tagged& b) {
    return a.key == b.key;
  }
  friend auto operator<=>(const Tagged& a, const Tagged& b) { return a.key <=> b.key; }
};

// `runs` runs of `blocks` blocks with keys below `keys`, and all their records in the order of a
// merge.
struct TaggedRuns {
  TaggedRuns(const fs::path& folder, std::size_t runs, std::size_t blocks, std::uint32_t keys) {
    std::mt19937 random(7);
    for (std::uint32_t tag = 0; tag < runs; ++tag) {
      std::vector<Tagged> records(blocks * kRunBlock - tag);
      for (Tagged& record : records) record = {static_cast<std::uint32_t>(random() % keys), tag};
      std::stable_sort(records.begin(), records.end());
      Run<Tagged>& run = spilled->add(folder / std::to_string(tag));
      RunWriter<Tagged> writer(*FileSystem::real().write(run.path), run, 2, nullptr);
      EXPECT_TRUE(writer.append(records) && writer.finish());
      all.insert(all.end(), records.begin(), records.end());
    }
    std::stable_sort(all.begin(), all.end());
  }

  std::vector<RunReader<Tagged>> readers() const {
    std::vector<RunReader<Tagged>> open;
    for (const Run<Tagged>& run : spilled->all()) {
      open.push_back(*RunReader<Tagged>::open(FileSystem::real(),
                                              std::shared_ptr<const Run<Tagged>>(spilled, &run)));
    }
    return open;
  }

  std::shared_ptr<SpilledRuns<Tagged>> spilled = std::make_shared<SpilledRuns<Tagged>>();
  std::vector<Tagged> all;
};

TEST_F(ExternalSort, SlicesOfRunsAreMergedInTheOrderOfAllRuns) {
  for (const std::uint32_t keys : {1u, 3u, 50'000u, UINT32_MAX}) {
    const TaggedRuns runs(owner_, 3, 4, keys);
    for (const std::size_t blocks : {1u, 2u, 5u, 12u, 100u}) {
      for (const unsigned threads : {1u, 2u, 5u}) {
        SlicedMerge<Tagged> merge(runs.readers(), blocks, threads);
        std::vector<Tagged> found;
        while (true) {
          const auto some = merge.next();
          ASSERT_TRUE(some);
          if (some->empty()) break;
          found.insert(found.end(), some->begin(), some->end());
        }
        ASSERT_EQ(found.size(), runs.all.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
          ASSERT_EQ(found[i].key, runs.all[i].key) << i;
          ASSERT_EQ(found[i].tag, runs.all[i].tag) << i << " of " << blocks << " blocks";
        }
        EXPECT_TRUE(merge.next()->empty());
      }
    }
  }
}

void expect_corrupt(const TaggedRuns& runs) {
  SlicedMerge<Tagged> sliced(runs.readers(), 4, 2);
  SerialMerge<Tagged> serial;
  for (auto& reader : runs.readers()) ASSERT_TRUE(serial.add(std::move(reader)));
  const auto drain = [](auto& merge) {
    while (true) {
      const auto some = merge.next();
      if (!some) return some.error().code;
      if (some->empty()) return ErrorCode::internal;
    }
  };
  EXPECT_EQ(drain(sliced), ErrorCode::corrupt);
  EXPECT_EQ(drain(serial), ErrorCode::corrupt);
}

TEST_F(ExternalSort, ADamagedRunIsRefusedWhoeverMergesIt) {
  const TaggedRuns runs(owner_, 3, 4, 1000);
  const fs::path run = owner_ / "1";
  {
    std::fstream file(run, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(fs::file_size(run) - 100));
    const auto byte = static_cast<char>(file.peek() ^ 1);
    file.put(byte);
  }
  expect_corrupt(runs);
  fs::resize_file(run, fs::file_size(run) - 1);
  expect_corrupt(runs);
}

struct Keyed {
  std::uint64_t number;
  auto operator<=>(const Keyed&) const = default;
  std::array<std::uint64_t, 1> sort_key() const { return {number}; }
};

template <class Record>
void expect_sorted_by_many_threads(const fs::path& owner) {
  const std::vector<std::uint64_t> some = numbers(3'000'000);
  std::vector<Record> all;
  for (const std::uint64_t number : some) all.push_back(Record{number});
  for (const unsigned threads : {1u, 2u, 4u}) {
    SpillFolder spills({}, owner);
    ASSERT_TRUE(spills.create());
    ExternalSorter<Record> sorter(FileSystem::real(),
                                  {8u << 20, threads, spills.path(), "numbers"});
    ASSERT_TRUE(sorter.add_all(all));
    auto sorted = sorter.finish();
    ASSERT_TRUE(sorted);
    EXPECT_GT(sorter.bytes_spilled(), 0u);
    std::vector<Record> wanted = all;
    std::ranges::sort(wanted);
    for (const Record& record : wanted) ASSERT_EQ(**sorted->next(), record);
    EXPECT_EQ(*sorted->next(), nullptr);
  }
}

TEST_F(ExternalSort, IsTheSameByManyThreads) {
  expect_sorted_by_many_threads<std::uint64_t>(owner_);
  expect_sorted_by_many_threads<Keyed>(owner_);
  EXPECT_TRUE(fs::is_empty(owner_));
}

TEST_F(ExternalSort, FindsAndRemovesWhatAKilledRunLeft) {
  const fs::path temporary = owner_ / "tmp";
  const fs::path store = owner_ / "store";
  SpillFolder spills(temporary, store);
  EXPECT_EQ(spills.path().parent_path(), temporary);
  EXPECT_NE(spills.path(), SpillFolder(temporary, owner_ / "other").path());
  fs::create_directories(spills.path() / "left");
  std::ofstream(spills.path() / ".whorl-spill");
  ASSERT_TRUE(spills.create());
  EXPECT_FALSE(fs::exists(spills.path() / "left"));
}

TEST_F(ExternalSort, KeepsOthersOutOfItsFolder) {
  const fs::path place = owner_ / "spill";
  SpillFolder first({}, owner_);
  ASSERT_TRUE(first.create());
  std::ofstream(place / "run") << "x";
  {
    SpillFolder second({}, owner_);
    const auto made = second.create();
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().message, testing::HasSubstr("another whorl"));
  }
  EXPECT_TRUE(fs::exists(place / "run"));
}

TEST_F(ExternalSort, LeavesAFolderOfOthersAlone) {
  const fs::path thesis = owner_ / "spill/thesis";
  fs::create_directories(thesis);
  {
    SpillFolder spills({}, owner_);
    EXPECT_EQ(spills.create().error().code, ErrorCode::invalid_argument);
  }
  EXPECT_TRUE(fs::exists(thesis));
}

}  // namespace
}  // namespace whorl::internal::base
