// Every dispatch level counts how much ranges cover of each lane in the same way as one lane after
// the other.

#include "fingerprints/kernels/lane_cover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "fingerprints/kernels/level.h"

namespace whorl::internal::kernels {
namespace {

constexpr std::size_t kDigits = 16;

struct Counters {
  std::vector<LaneWord> symbols{kDigits};
  std::vector<LaneWord> stretches{kDigits};

  CoverPlanes planes() { return {symbols, stretches}; }
  friend bool operator==(const Counters&, const Counters&) = default;
};

bool has(const LaneWord& lanes, unsigned lane) {
  return (lanes.words[lane / 64] >> lane % 64 & 1) != 0;
}

// Ranges of up to `longest` symbols, in order of their ends. Some of the lanes share each of them:
// few or many, and sometimes the same lanes as before.
std::vector<SharedRange> draw_ranges(std::mt19937_64& random, std::size_t count,
                                     std::uint32_t longest) {
  std::vector<SharedRange> ranges;
  std::uint32_t end = longest;
  for (std::size_t i = 0; i < count; ++i) {
    end += static_cast<std::uint32_t>(random() % (longest / 2 + 1));
    SharedRange range{end - 1 - static_cast<std::uint32_t>(random() % longest), end, {}};
    const bool few = random() % 3 == 0;
    for (auto& word : range.lanes.words) word = few ? random() & random() & random() : random();
    if (i > 0 && random() % 4 == 0) range.lanes = ranges.back().lanes;
    ranges.push_back(range);
  }
  return ranges;
}

struct Covered {
  std::uint32_t symbols = 0;
  std::uint32_t stretches = 0;
};

// How much the ranges of one lane cover. A range that begins before the end of the lane's last
// range adds only what is after that end.
Covered covered_in(const std::vector<SharedRange>& ranges, unsigned lane) {
  Covered covered;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const SharedRange& range = ranges[i];
    if (!has(range.lanes, lane)) continue;
    bool met = false, forgotten = false;
    std::uint32_t from = range.begin;
    for (std::size_t back = 1; back <= i && !met; ++back) {
      const SharedRange& last = ranges[i - back];
      forgotten = back > LaneCover::kRemembered;
      if (forgotten || last.end <= range.begin) break;
      if (!has(last.lanes, lane)) continue;
      met = true;
      from = std::min(last.end, range.end);
    }
    covered.symbols += range.end - from;
    covered.stretches += !met && !forgotten;
  }
  return covered;
}

TEST(LaneCover, IsThatOfEachLane) {
  std::mt19937_64 random(29);
  for (const std::uint32_t longest : {1u, 9u, 31u, 32u, 300u}) {
    for (const std::size_t count : {1u, 2u, 8u, 9u, 10u, 60u}) {
      const std::vector<SharedRange> ranges = draw_ranges(random, count, longest);
      Counters plain;
      LaneCover cover;
      for (const SharedRange& range : ranges) cover_lanes_plain(range, cover, plain.planes());
      for (unsigned lane = 0; lane < 256; ++lane) {
        const Covered one = covered_in(ranges, lane);
        const std::span<const LaneWord> symbols(plain.symbols), stretches(plain.stretches);
        ASSERT_EQ(base::read_lane(symbols, lane), one.symbols) << longest << ' ' << count;
        ASSERT_EQ(base::read_lane(stretches, lane), one.stretches) << longest << ' ' << count;
      }
      for (const Level l : supported_levels()) {
        force(l);
        Counters counters;
        LaneCover history;
        for (const SharedRange& range : ranges) cover_lanes(range, history, counters.planes());
        ASSERT_TRUE(counters == plain) << name(l) << ' ' << longest << ' ' << count;
      }
    }
  }
}

}  // namespace
}  // namespace whorl::internal::kernels
