// Every reader refuses rows that are out of order, not only `whorl check`.
#include <gtest/gtest.h>

#include <span>

#include "../temp_folder.h"
#include "jobs/collection/sweep/store.h"

namespace whorl::internal::sweep {
namespace {

PageRow row(std::uint64_t url, std::uint32_t first, std::uint32_t last) {
  return {{0, url}, first, last, 0, 0};
}

std::string fault_of(const std::vector<PageRow>& rows) {
  const test::TempFolder folder("pages");
  const std::string bytes(reinterpret_cast<const char*>(rows.data()),
                          rows.size() * sizeof(PageRow));
  const auto file = base::FileSystem::real().read(folder.write("pages.bin", bytes));
  PageScan scan(**file, rows.size(), 4);
  for (std::size_t i = 0; i <= rows.size(); ++i) {
    const auto next = scan.next();
    if (!next) return next.error().message;
    EXPECT_EQ(*next == nullptr, i == rows.size());
  }
  return {};
}

TEST(PageScan, TakesRowsByUrlAndSweep) {
  EXPECT_EQ(fault_of({row(1, 0, 1), row(1, 2, 3), row(2, 0, 0), row(2, 3, 3)}), "");
}

TEST(PageScan, RefusesRowsOutOfOrder) {
  const std::string out_of_order = "pages.bin: its rows are out of order";
  EXPECT_EQ(fault_of({row(2, 0, 0), row(1, 1, 1)}), out_of_order);
  EXPECT_EQ(fault_of({row(1, 2, 3), row(1, 0, 1)}), out_of_order);
  EXPECT_EQ(fault_of({row(1, 0, 2), row(1, 2, 3)}), out_of_order);
}

TEST(PageScan, RefusesSweepsThatAreNotThere) {
  EXPECT_NE(fault_of({row(1, 0, 4)}), "");
  EXPECT_NE(fault_of({row(1, 2, 1)}), "");
}

}  // namespace
}  // namespace whorl::internal::sweep
