#include "store/shingle_index.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>

namespace whorl::internal::store {
namespace {

class ShingleIndexFile : public testing::Test {
 protected:
  ShingleIndexFile()
      : path_(std::filesystem::path(testing::TempDir()) /
              ("index." + std::to_string(::getpid()) + ".bin")) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 20'000; ++i) {
      postings_.push_back({random() % 3'000 * 0x9E3779B97F4A7C15u, random() % 500});
    }
    std::sort(postings_.begin(), postings_.end());
    base::SortedStream<Posting> stream(postings_);
    EXPECT_EQ(*write_index(
                  file(), [&] { return stream.next_some(); }, 3),
              postings_.size());
  }
  ~ShingleIndexFile() override { std::filesystem::remove(path_); }

  std::unique_ptr<base::WritableFile> file() const {
    return std::move(*base::FileSystem::real().write(path_));
  }
  // All tests have documents below 3,072.
  Result<ShingleIndex> open() const {
    return ShingleIndex::open(std::move(*base::FileSystem::real().read(path_)), 3072);
  }

  std::filesystem::path path_;
  std::vector<Posting> postings_;
};

TEST_F(ShingleIndexFile, GivesBackWhatWasWritten) {
  auto index = open();
  ASSERT_TRUE(index);
  IndexScan scan(*index);
  for (const Posting& expected : postings_) EXPECT_EQ(**scan.next(), expected);
  EXPECT_EQ(*scan.next(), nullptr);
}

// All postings of a shingle are in one range, whatever blocks they begin and end in.
TEST_F(ShingleIndexFile, RangesShareOutTheShingles) {
  postings_.clear();
  std::mt19937_64 random(4);
  for (std::uint64_t shingle = 0; postings_.size() < 12'000; shingle += 3) {
    const std::uint64_t holders = random() % 40 == 0 ? 1024 * (random() % 4) : random() % 5;
    for (std::uint64_t doc = 0; doc < holders; ++doc) postings_.push_back({shingle, doc});
  }
  base::SortedStream<Posting> stream(postings_);
  ASSERT_TRUE(write_index(
      file(), [&] { return stream.next_some(); }, 2));
  auto index = open();
  ASSERT_TRUE(index);
  for (const std::size_t size : {1, 2, 3, 5, 100}) {
    std::vector<Posting> read, read_by_some;
    for (std::size_t begin = 0; begin < index->blocks(); begin += size) {
      IndexScan by_some(*index, begin, begin + size);
      for (auto some = by_some.next_some(); !some->empty(); some = by_some.next_some()) {
        read_by_some.insert(read_by_some.end(), some->begin(), some->end());
      }
      IndexScan scan(*index, begin, begin + size);
      const std::size_t before = read.size();
      for (auto posting = scan.next(); *posting; posting = scan.next()) read.push_back(**posting);
      if (before == 0 || before == read.size()) continue;
      EXPECT_NE(read[before].shingle, read[before - 1].shingle) << size << ": " << begin;
    }
    EXPECT_EQ(read, postings_) << size;
    EXPECT_EQ(read_by_some, postings_) << size;
  }
}

// Blocks are encoded on several threads; the number of threads does not change them.
TEST_F(ShingleIndexFile, IsTheSameAtAnyThreadCount) {
  const auto bytes = [&] {
    std::ifstream in(path_, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string by_three = bytes();
  base::SortedStream<Posting> stream(postings_);
  ASSERT_TRUE(write_index(
      file(), [&] { return stream.next_some(); }, 1));
  EXPECT_EQ(bytes(), by_three);
}

TEST_F(ShingleIndexFile, FindsTheDocumentsOfAnyShingle) {
  auto index = open();
  ASSERT_TRUE(index);
  std::map<std::uint64_t, std::vector<DocId>> expected;
  for (const Posting& p : postings_) expected[p.shingle].push_back(static_cast<DocId>(p.doc));
  IndexLookup lookup(*index);
  for (const auto& [shingle, documents] : expected) {
    std::vector<DocId> found;
    ASSERT_TRUE(lookup.documents(shingle, found));
    EXPECT_EQ(found, documents);
    found.clear();
    ASSERT_TRUE(lookup.documents(shingle + 1, found));
    EXPECT_TRUE(found.empty());
  }
}

// The checked file below refuses damaged bytes. Bytes with correct checksums that are no index are
// refused here or read as another index, but never beyond their end.
TEST_F(ShingleIndexFile, RefusesWhatIsCutAndOutlivesWhatIsWrong) {
  std::ifstream in(path_, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  const auto refused = [&](const std::string& bytes) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
    auto index = open();
    if (!index) return true;
    std::vector<Posting> block;
    for (std::size_t b = 0; b < index->blocks(); ++b) {
      if (!index->read_block(b, block)) return true;
      for (const Posting& posting : block) EXPECT_LT(posting.doc, 3072u);
    }
    return false;
  };
  EXPECT_FALSE(refused(whole));
  const std::size_t footer = whole.size() - 32;
  EXPECT_TRUE(refused(whole.substr(0, footer) + "more" + whole.substr(footer)));
  for (std::size_t at = 0; at + 24 < whole.size(); at += 997) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x40);
    refused(bytes);
    EXPECT_TRUE(refused(whole.substr(0, at))) << at;
  }
}

}  // namespace
}  // namespace whorl::internal::store
