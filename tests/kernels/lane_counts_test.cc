// Every dispatch level counts the lanes with values of a set in the same way as single look-ups.

#include "fingerprints/kernels/lane_counts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "fingerprints/kernels/level.h"

namespace whorl::internal::kernels {
namespace {

constexpr unsigned kShift = 60;  // 16 buckets
// Additional buckets at the end, for values that do not fit into the last one.
constexpr std::size_t kExtra = 8;

// A table of values in rows of random lanes, filled as in fingerprints/sketch/lane_table.h.
class Table {
 public:
  Table(std::mt19937_64& random, std::size_t values, std::uint64_t spread)
      : buckets_(16 + kExtra), rows_(1) {
    for (std::size_t i = 0; i < values; ++i) {
      const std::uint64_t value = random() % 2 == 0 ? random() : random() % spread;
      if (row_of_.contains(value)) continue;
      row_of_[value] = static_cast<std::uint32_t>(rows_.size());
      put(value);
      LaneWord& row = rows_.emplace_back();
      for (auto& word : row.words) word = random() & random();
    }
  }

  LaneRows view() const { return {buckets_.data(), kShift, rows_.data()}; }

  // Some values that are in the table and some that are not, sorted and distinct.
  std::vector<std::uint64_t> draw(std::mt19937_64& random, std::size_t size) const {
    std::vector<std::uint64_t> set;
    for (const auto& [value, row] : row_of_) {
      if (set.size() < size && random() % 3 != 0) set.push_back(value);
    }
    while (set.size() < size) set.push_back(random() % 4 == 0 ? random() % 64 : random());
    std::ranges::sort(set);
    set.erase(std::unique(set.begin(), set.end()), set.end());
    return set;
  }

  std::uint32_t held(const std::vector<std::uint64_t>& set, unsigned lane) const {
    return static_cast<std::uint32_t>(std::ranges::count_if(set, [&](std::uint64_t value) {
      const auto found = row_of_.find(value);
      return found != row_of_.end() && (rows_[found->second].words[lane / 64] >> lane % 64 & 1);
    }));
  }

 private:
  void put(std::uint64_t value) {
    for (LaneBucket* bucket = &buckets_[value >> kShift];; ++bucket) {
      for (std::size_t i = 0; i < LaneBucket::kSlots; ++i) {
        if (bucket->rows[i] != 0) continue;
        bucket->values[i] = value;
        bucket->rows[i] = row_of_[value];
        return;
      }
    }
  }

  std::vector<LaneBucket> buckets_;
  std::vector<LaneWord> rows_;
  std::map<std::uint64_t, std::uint32_t> row_of_;
};

TEST(LaneCounts, AreThoseOfEachLane) {
  std::mt19937_64 random(17);
  for (const std::size_t values : {0u, 1u, 5u, 20u, 60u}) {
    const Table table(random, values, 40);  // some in full buckets, and 0 among them
    for (const std::size_t size : {0u, 1u, 6u, 7u, 8u, 14u, 27u, 28u, 29u, 35u, 36u, 100u}) {
      const std::vector<std::uint64_t> set = table.draw(random, size);
      LanePlanes plain{};
      count_lanes_plain(table.view(), set, plain);
      for (unsigned lane = 0; lane < 256; ++lane) {
        ASSERT_EQ(base::read_lane(std::span<const LaneWord>(plain), lane), table.held(set, lane));
      }
      for (const Level l : supported_levels()) {
        force(l);
        LanePlanes planes{};
        count_lanes(table.view(), set, planes);
        ASSERT_TRUE(planes == plain) << name(l) << ' ' << values << ' ' << size;
        count_lanes(table.view(), set, planes);
        ASSERT_EQ(base::read_lane(std::span<const LaneWord>(planes), 77), 2 * table.held(set, 77));
      }
    }
  }
}

}  // namespace
}  // namespace whorl::internal::kernels
