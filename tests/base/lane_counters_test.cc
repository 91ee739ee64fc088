#include "base/lane_counters.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace whorl::internal::base {
namespace {

// Compares the sliced counters with 64 plain ones.
template <std::size_t kWidth>
void agree_with_plain_counters(std::size_t planes, int steps) {
  std::mt19937_64 random(kWidth);
  std::vector<std::uint64_t> sliced(planes);
  std::array<std::uint64_t, 64> plain{};
  for (int step = 0; step < steps; ++step) {
    LaneNumbers<kWidth> numbers{};
    const std::uint64_t lanes = random(), others = random() & ~lanes;
    const auto x = static_cast<std::uint32_t>(random() % (std::uint64_t{1} << kWidth));
    const auto y = static_cast<std::uint32_t>(random() % (std::uint64_t{1} << kWidth));
    set_lanes(numbers, x, lanes);
    set_lanes(numbers, y, others);
    add_lanes(std::span(sliced), numbers);
    for (unsigned lane = 0; lane < 64; ++lane) {
      plain[lane] += lanes >> lane & 1 ? x : others >> lane & 1 ? y : 0;
    }
  }
  const auto read = read_lanes(sliced);
  for (unsigned lane = 0; lane < 64; ++lane) {
    ASSERT_EQ(read[lane], std::min<std::uint64_t>(plain[lane], 0xffffffff)) << lane;
  }
}

TEST(LaneCounters, AgreeWithPlainCounters) {
  agree_with_plain_counters<1>(11, 1000);
  agree_with_plain_counters<5>(16, 1000);
  agree_with_plain_counters<32>(45, 1000);
}

TEST(LaneCounters, AWideWordIsWordsSideBySide) {
  std::mt19937_64 random(5);
  std::vector<WideWord<3>> wide(12);
  std::array<std::vector<std::uint64_t>, 3> narrow;
  for (auto& planes : narrow) planes.resize(wide.size());
  for (int step = 0; step < 500; ++step) {
    std::array<WideWord<3>, 3> numbers;
    for (std::size_t i = 0; i < narrow.size(); ++i) {
      LaneNumbers<3> own;
      for (std::size_t p = 0; p < own.size(); ++p) numbers[p].words[i] = own[p] = random();
      add_lanes(std::span(narrow[i]), own);
    }
    add_lanes(std::span(wide), numbers);
  }
  for (unsigned lane = 0; lane < 192; ++lane) {
    ASSERT_EQ(read_lane(std::span<const WideWord<3>>(wide), lane),
              read_lanes(narrow[lane / 64])[lane % 64])
        << lane;
  }
}

TEST(LaneCounters, NumbersMayBeWiderThanTheCounters) {
  std::vector<std::uint64_t> sliced(3);
  LaneNumbers<5> numbers{};
  set_lanes(numbers, 6, std::uint64_t{1});
  add_lanes(std::span(sliced), numbers);
  EXPECT_EQ(read_lanes(sliced)[0], 6u);
}

}  // namespace
}  // namespace whorl::internal::base
