#include "fingerprints/sketch/lane_table.h"

#include <bit>
#include <utility>

namespace whorl::internal::sketch {
namespace {

// Buckets from its home on in which a hash is searched for. At least half of the slots are free, so
// hashes that are well distributed never fill all of these.
constexpr std::size_t kReach = 64;

constexpr unsigned kFirstShift = 54;  // 1,024 buckets

// The bucket at the end is always free.
std::size_t buckets_at(unsigned shift) { return (std::size_t{1} << (64 - shift)) + kReach + 1; }

}  // namespace

LaneTable::LaneTable() : shift_(kFirstShift), buckets_(buckets_at(shift_)), rows_(1) {}

bool LaneTable::add(unsigned lane, ShingleSpan set) {
  // Grows before, not while it fills, because half of a sorted set is in one half of the table.
  while (2 * (rows_.size() + set.size()) > Bucket::kSlots * buckets_.size()) {
    if (!grow()) return false;
  }
  for (const std::uint64_t hash : set) {
    std::uint32_t* const row = find_or_put(hash);
    if (row == nullptr) return false;
    if (*row == 0) {
      *row = static_cast<std::uint32_t>(rows_.size());
      rows_.emplace_back();
    }
    rows_[*row].words[lane / 64] |= std::uint64_t{1} << lane % 64;
  }
  return true;
}

// The position for the hash's row, which is 0 if the hash is new; null if there is none.
std::uint32_t* LaneTable::find_or_put(std::uint64_t hash) {
  Bucket* bucket = &buckets_[home(hash)];
  for (const Bucket* const end = bucket + kReach; bucket != end; ++bucket) {
    for (std::size_t i = 0; i < Bucket::kSlots; ++i) {
      if (bucket->rows[i] != 0 && bucket->values[i] != hash) continue;
      bucket->values[i] = hash;
      return &bucket->rows[i];
    }
  }
  return nullptr;
}

bool LaneTable::grow() {
  const std::vector<Bucket> old =
      std::exchange(buckets_, std::vector<Bucket>(buckets_at(--shift_)));
  for (const Bucket& bucket : old) {
    for (std::size_t i = 0; i < Bucket::kSlots && bucket.rows[i] != 0; ++i) {
      std::uint32_t* const row = find_or_put(bucket.values[i]);
      if (row == nullptr) return false;
      *row = bucket.rows[i];
    }
  }
  return true;
}

LaneOverlaps LaneTable::overlaps(ShingleSpan set) const {
  LaneOverlaps counted;
  counted.used_ = static_cast<std::size_t>(std::bit_width(set.size()));
  kernels::count_lanes({buckets_.data(), shift_, rows_.data()}, set, counted.planes_);
  return counted;
}

}  // namespace whorl::internal::sketch
