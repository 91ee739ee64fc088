// Store files that a test writes: their checksums are correct, and their contents are right or
// wrong.
#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "../temp_folder.h"
#include "store/document_table.h"
#include "store/set_reader.h"
#include "store/shingle_index.h"
#include "store/sketch_file.h"
#include "store/summary_json.h"

namespace whorl::internal::store {
namespace {

class HandWritten : public testing::Test {
 protected:
  template <class T>
  void write(const char* name, const std::vector<T>& records) {
    auto file = files_.write(name);
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_TRUE((*file)->append(std::as_bytes(std::span(records))));
    ASSERT_TRUE((*file)->sync());
  }

  // The entries of sets, stored as complete sketches.
  std::vector<SketchEntry> write_sets(std::initializer_list<sketch::ShingleSet> sets) {
    sketch::ShingleSet all;
    std::vector<SketchEntry> entries;
    for (const sketch::ShingleSet& set : sets) {
      const auto count = static_cast<std::uint32_t>(set.size());
      entries.push_back({.offset = all.size(), .full_size = count, .count = count});
      all.insert(all.end(), set.begin(), set.end());
    }
    write(kSketchesFile, all);
    write(kShinglesFile, sketch::ShingleSet());
    return entries;
  }

  // The shingles that more than `max` of the documents have, without the document `not_counted`.
  sketch::ShingleSet common(const std::vector<SketchEntry>& entries, std::uint64_t max,
                            DocId not_counted) {
    files_.drop(kStopShinglesFile);
    const auto reader = SetReader::open(files_, *sketch::Sampler::parse("all"), true);
    const auto wanted = [&](DocId doc) { return doc != not_counted; };
    EXPECT_TRUE(find_stop_shingles(files_, {*reader, entries}, {wanted, max},
                                   {.directory = folder_ / "", .name = "common"}, quiet_));
    sketch::ShingleSet all{1, 2, 3, 4, 5}, found;
    const auto stop = StopShingles::load(files_);
    for (const std::uint64_t shingle : all) {
      if (stop->has(shingle)) found.push_back(shingle);
    }
    return found;
  }

  test::TempFolder folder_{"hand-written"};
  StoreFiles files_{base::FileSystem::real(), folder_ / "", new_file_table()};
  NoProgress quiet_;
};

TEST_F(HandWritten, DocumentsAreRefusedWhereTheManifestHasMoreOrFewer) {
  write(kDocumentsFile, std::vector<DocumentRecord>(2));
  write(kNamesFile, std::vector<char>());
  EXPECT_TRUE(DocumentTable::open(files_, 2));
  for (const std::uint64_t other : {0, 1, 3}) {
    EXPECT_EQ(DocumentTable::open(files_, other).error().code, ErrorCode::corrupt) << other;
  }
}

TEST_F(HandWritten, StopShinglesAreThoseOfMoreDocumentsThanAreAllowed) {
  const auto entries = write_sets({{1, 2, 3}, {2, 3, 4}, {3, 4}, {3, 4, 5}});
  EXPECT_EQ(common(entries, 1, 4), (sketch::ShingleSet{2, 3, 4}));
  EXPECT_EQ(common(entries, 2, 4), (sketch::ShingleSet{3, 4}));
  EXPECT_EQ(common(entries, 3, 4), (sketch::ShingleSet{3}));
  EXPECT_EQ(common(entries, 4, 4), sketch::ShingleSet());
  EXPECT_EQ(common(entries, 2, 3), (sketch::ShingleSet{3}));
}

// A file that is shorter than it was when it was opened.
class ShorterThanItSaid final : public base::ReadableFile {
 public:
  Result<std::size_t> read(std::uint64_t, std::span<std::byte> buffer) const override {
    return buffer.size() / 2;
  }
  std::uint64_t size() const override { return 1 << 10; }
};

TEST(HashListReader, FailsWhereTheFileBecameShorter) {
  HashListReader lists(std::make_unique<ShorterThanItSaid>());
  std::vector<std::uint64_t> hashes;
  EXPECT_EQ(lists.read(0, 2, hashes).error().code, ErrorCode::corrupt);
  EXPECT_EQ(lists.hold(UINT64_MAX).error().code, ErrorCode::corrupt);
}

TEST(ExpectedRank, OfASampleIsOfTheWhole) {
  DocumentRecord sampled;
  sampled.set = {.full_size = 40, .count = 10};
  const sketch::ShingleSet set(25);
  EXPECT_EQ(expected_rank(sampled, 5, set), (SimilarityRank{20.0 / 25, 0.5}));
  EXPECT_EQ(expected_rank(sampled, 10, set), (SimilarityRank{1, 1}));
  EXPECT_EQ(expected_rank(DocumentRecord(), 0, set), SimilarityRank());
}

TEST(SummaryJson, TellsPairsThatWereNotSoughtFromNone) {
  ClusterSummary summary;
  summary.pairs.reset();
  EXPECT_TRUE(counts_of(summary)["pairs"].is_null());
  summary.pairs = 0;
  EXPECT_EQ(counts_of(summary)["pairs"].get<int>(), 0);
}

}  // namespace
}  // namespace whorl::internal::store
