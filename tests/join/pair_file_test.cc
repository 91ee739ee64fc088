// Reads the pairs of a store one after the other.
#include "jobs/collection/join/pair_file.h"

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "../temp_folder.h"

namespace whorl::internal::join {
namespace {

class PairFile : public testing::Test {
 protected:
  void write(std::span<const std::byte> bytes) {
    auto file = files_.write(store::kPairsFile);
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_TRUE((*file)->append(bytes));
    ASSERT_TRUE((*file)->sync());
  }

  const std::vector<PairRecord> pairs_{{0, 1, 4, 4, 2, 1}, {0, 2, 4, 3, 1, 1}, {1, 2, 4, 3, 3, 1}};
  test::TempFolder folder_{"pair-file"};
  store::StoreFiles files_{base::FileSystem::real(), folder_ / "", store::new_file_table()};
};

TEST_F(PairFile, GivesBackWhatWasWritten) {
  write(std::as_bytes(std::span(pairs_)));
  auto scan = PairScan::open(files_, 3);
  ASSERT_TRUE(scan) << scan.error().message;
  EXPECT_EQ(scan->size(), 3u);
  for (const PairRecord& expected : pairs_) {
    const auto pair = scan->next();
    ASSERT_TRUE(pair);
    EXPECT_EQ((*pair)->a, expected.a);
    EXPECT_EQ((*pair)->b, expected.b);
  }
  EXPECT_EQ(*scan->next(), nullptr);
}

TEST_F(PairFile, IsRefusedWhereItEndsWithinAPair) {
  const auto bytes = std::as_bytes(std::span(pairs_));
  write(bytes.first(bytes.size() - 4));
  EXPECT_EQ(PairScan::open(files_, 3).error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace whorl::internal::join
