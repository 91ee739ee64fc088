#include "fingerprints/kernels/lane_counts.h"

#include <algorithm>
#include <bit>

#include "fingerprints/kernels/level.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fingerprints/kernels/lane_counts.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Look-ups at once; their sum has three digits. kAhead is the distance of prefetches, because
// buckets may not be in the cache.
inline constexpr std::size_t kAtOnce = 7;
inline constexpr std::size_t kAhead = 4 * kAtOnce;
inline constexpr std::size_t kDigits = 3;

// The part of a bucket, and of a row, that fits in one vector.
using DBucket = hn::CappedTag<std::uint64_t, 8>;
using DRow = hn::CappedTag<std::uint64_t, 4>;
using Row = hn::Vec<DRow>;

HWY_INLINE std::size_t FindSlot(const LaneBucket& bucket, std::uint64_t value) {
  const DBucket d;
  const auto sought = hn::Set(d, value);
  const auto* words = reinterpret_cast<const std::uint64_t*>(&bucket);
  unsigned found = 1u << LaneBucket::kSlots;
  for (std::size_t i = 0; i < LaneBucket::kSlots; i += hn::Lanes(d)) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Eq(hn::Load(d, words + i), sought), bits);
    found |= unsigned{bits[0]} << i & ((1u << LaneBucket::kSlots) - 1);  // the next words are rows
  }
  return static_cast<std::size_t>(std::countr_zero(found));
}

struct Sum {
  Row ones;
  Row twos;
};

HWY_INLINE Sum AddDigits(Row x, Row y, Row z) {
  const Row differ = hn::Xor(x, y);
  return {hn::Xor(differ, z), hn::OrAnd(hn::And(x, y), differ, z)};
}

// Adds `digits`, the ones, twos and fours of a sum, to the counters whose digits are at `planes`.
HWY_INLINE void AddToPlanes(std::uint64_t* planes, const Row (&digits)[kDigits]) {
  const DRow d;
  constexpr std::size_t kPlane = sizeof(LaneWord) / sizeof(std::uint64_t);
  Row carry = hn::Zero(d);
  for (std::size_t p = 0; p < kDigits; ++p, planes += kPlane) {
    const Sum sum = AddDigits(hn::LoadU(d, planes), digits[p], carry);
    hn::StoreU(sum.ones, d, planes);
    carry = sum.twos;
  }
  for (; !hn::AllTrue(d, hn::Eq(carry, hn::Zero(d))); planes += kPlane) {
    const Row plane = hn::LoadU(d, planes);
    hn::StoreU(hn::Xor(plane, carry), d, planes);
    carry = hn::And(plane, carry);
  }
}

// Most values that occur are in their first bucket.
HWY_INLINE std::uint32_t RowOf(const LaneRows& table, std::uint64_t value) {
  const LaneBucket* bucket = &table.buckets[value >> table.shift];
  while (true) {
    const std::uint32_t row = bucket->rows[FindSlot(*bucket, value)];
    const bool is_full = bucket->rows[LaneBucket::kSlots - 1] != 0;
    if (HWY_LIKELY(!((row == 0) & is_full))) return row;
    ++bucket;
  }
}

// Adds kAtOnce rows word by word.
HWY_INLINE void AddRows(const LaneWord* const (&rows)[kAtOnce], LanePlanes& planes) {
  const DRow d;
  for (std::size_t i = 0; i < planes[0].words.size(); i += hn::Lanes(d)) {
    const auto row = [&](std::size_t r)
                         HWY_ATTR { return hn::LoadU(d, rows[r]->words.data() + i); };
    const Sum left = AddDigits(row(0), row(1), row(2));
    const Sum right = AddDigits(row(3), row(4), row(5));
    const Sum ones = AddDigits(left.ones, right.ones, row(6));
    const Sum twos = AddDigits(left.twos, right.twos, ones.twos);
    AddToPlanes(planes[0].words.data() + i, {ones.ones, twos.ones, twos.twos});
  }
}

void CountLanes(const LaneRows& table, std::span<const std::uint64_t> set, LanePlanes& planes) {
  const auto fetch = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, set.size()); ++i) {
      __builtin_prefetch(&table.buckets[set[i] >> table.shift]);
    }
  };
  fetch(0, kAhead);
  for (std::size_t at = 0; at < set.size(); at += kAtOnce) {
    fetch(at + kAhead, at + kAhead + kAtOnce);
    const LaneWord* rows[kAtOnce];
    std::fill_n(rows, kAtOnce, table.rows);
    const std::size_t left = std::min(kAtOnce, set.size() - at);
    for (std::size_t i = 0; i < left; ++i) rows[i] += RowOf(table, set[at + i]);
    AddRows(rows, planes);
  }
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::internal::kernels {
namespace {

HWY_EXPORT(CountLanes);

std::uint32_t row_of(const LaneRows& table, std::uint64_t value) {
  for (const LaneBucket* bucket = &table.buckets[value >> table.shift];; ++bucket) {
    for (std::size_t i = 0; i < LaneBucket::kSlots; ++i) {
      if (bucket->rows[i] == 0 || bucket->values[i] == value) return bucket->rows[i];
    }
  }
}

}  // namespace

void count_lanes(const LaneRows& table, std::span<const std::uint64_t> set, LanePlanes& planes) {
  if (level() == Level::scalar) return count_lanes_plain(table, set, planes);
  HWY_DYNAMIC_DISPATCH(CountLanes)(table, set, planes);
}

void count_lanes_plain(const LaneRows& table, std::span<const std::uint64_t> set,
                       LanePlanes& planes) {
  for (const std::uint64_t value : set) {
    const std::array row{table.rows[row_of(table, value)]};
    base::add_lanes(std::span<LaneWord>(planes), row);
  }
}

}  // namespace whorl::internal::kernels
#endif
