// The table of clusters: what it returns, and what it refuses although its checksums are correct.
#include "jobs/collection/cluster/cluster_table.h"

#include <gtest/gtest.h>

#include "../temp_folder.h"

namespace whorl::internal::cluster {
namespace {

class ClusterTables : public testing::Test {
 protected:
  Result<ClusterTable> written(const Grouped& grouped) {
    EXPECT_TRUE(write_table(files_, grouped));
    return ClusterTable::open(files_, grouped.places.size());
  }

  const Grouped grouped_ = group({0, 1, 0, 1, 4});
  test::TempFolder folder_{"cluster-table"};
  store::StoreFiles files_{base::FileSystem::real(), folder_ / "", store::new_file_table()};
};

TEST_F(ClusterTables, GiveBackWhereDocumentsArePlaced) {
  const auto table = written(grouped_);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->clusters(), 2u);
  EXPECT_EQ(table->place(3)->survivor, 1u);
  EXPECT_EQ(table->place(3)->cluster, 1u);
  EXPECT_EQ(table->place(4)->cluster, kNoCluster);
  EXPECT_EQ(*table->members(0), (std::vector<store::DocId>{0, 2}));
}

TEST_F(ClusterTables, RefusePlacesBeyondTheirEnds) {
  Grouped wrong = grouped_;
  wrong.places[3].survivor = 5;
  EXPECT_EQ(written(wrong)->place(3).error().code, ErrorCode::corrupt);
  wrong = grouped_;
  wrong.places[3].cluster = 2;
  EXPECT_EQ(written(wrong)->place(3).error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace whorl::internal::cluster
