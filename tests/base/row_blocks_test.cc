#include "base/row_blocks.h"

#include <gtest/gtest.h>

#include <atomic>
#include <tuple>

namespace whorl::internal::base {
namespace {

// Row r has r % 4 items, and r itself.
struct RowItems {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint16_t> items = {};
  std::vector<std::uint64_t> rows = {};
};

constexpr std::tuple kRowArrays = {&RowItems::items, &RowItems::rows};

void add_row(std::size_t row, RowItems& out) {
  for (std::size_t i = 0; i < row % 4; ++i) out.items.push_back(static_cast<std::uint16_t>(row));
  out.offsets.push_back(out.items.size());
  out.rows.push_back(row);
}

// Asks to stop from the nth call of cancelled() on.
class StopAtCall final : public Progress {
 public:
  explicit StopAtCall(std::size_t calls) : left_(calls) {}
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
  bool cancelled() const override { return left_ == 0 || --left_ == 0; }

 private:
  mutable std::atomic<std::size_t> left_;
};

// Joins rows, of which those from `bad` on have an error.
Result<RowItems> joined_rows(std::size_t rows, unsigned threads, Progress& progress,
                             std::size_t bad) {
  RowWatch watch(progress);
  auto blocks = for_row_blocks<RowBlock<RowItems>>(
      rows, threads, watch, [&](Rows some, RowBlock<RowItems>& out) {
        for (std::size_t row = some.begin; row < some.end; ++row) {
          if (row >= bad) {
            out.error = about_row(row, {ErrorCode::unreadable, "is bad"});
            return;
          }
          add_row(row, out.column);
        }
        fit(out.column, kRowArrays);
        EXPECT_EQ(out.column.items.capacity(), out.column.items.size());
      });
  return join_blocks(std::move(blocks), watch, RowItems(), kRowArrays);
}

TEST(RowBlocks, AreJoinedInOrderInArraysThatFit) {
  NoProgress quiet;
  for (const std::size_t rows : {0u, 1u, 2u, 255u, 5000u, 40'000u}) {
    RowItems plain;
    for (std::size_t row = 0; row < rows; ++row) add_row(row, plain);
    for (const unsigned threads : {1u, 3u}) {
      const auto made = joined_rows(rows, threads, quiet, rows);
      ASSERT_TRUE(made);
      EXPECT_EQ(made->offsets, plain.offsets);
      EXPECT_EQ(made->items, plain.items);
      EXPECT_EQ(made->rows, plain.rows);
      EXPECT_EQ(made->offsets.capacity(), rows + 1);
      EXPECT_EQ(made->items.capacity(), plain.items.size());
      EXPECT_EQ(made->rows.capacity(), rows);
    }
  }
}

TEST(RowBlocks, TheFirstErrorIsReturned) {
  NoProgress quiet;
  for (const std::size_t bad : {0u, 1u, 700u, 4999u}) {
    for (const unsigned threads : {1u, 3u}) {
      const auto made = joined_rows(5000, threads, quiet, bad);
      ASSERT_FALSE(made);
      EXPECT_EQ(made.error().message, "row " + std::to_string(bad) + ": is bad");
    }
  }
}

// Stops at the first call, between two blocks, and while blocks are joined.
TEST(RowBlocks, ACancelledJoinReturnsNothing) {
  for (const std::size_t calls : {1u, 10u, 30u}) {
    StopAtCall stop(calls);
    const auto made = joined_rows(5000, 1, stop, 5000);
    ASSERT_FALSE(made) << calls;
    EXPECT_EQ(made.error().code, ErrorCode::cancelled);
  }
  StopAtCall never(1000);
  EXPECT_TRUE(joined_rows(5000, 1, never, 5000));
}

}  // namespace
}  // namespace whorl::internal::base
