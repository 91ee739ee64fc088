#include "sketch/lane_table.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace whorl {
namespace {

// Buckets from its home on in which a hash is sought. Half of the slots are free at least, so
// among hashes that are spread out such a run does not come up.
constexpr std::size_t kReach = 64;

constexpr unsigned kFirstShift = 54;  // 1,024 buckets

// One bucket at the end is always free.
std::size_t buckets_at(unsigned shift) { return (std::size_t{1} << (64 - shift)) + kReach + 1; }

// Look-ups at once, whose sum has three digits; and how many look-ups ahead buckets are asked for
// that may be far from the processor.
constexpr std::size_t kAtOnce = 7;
constexpr std::size_t kAhead = 4 * kAtOnce;

using Rows = std::array<const LaneWord*, kAtOnce>;

struct Sum {
  std::uint64_t ones;
  std::uint64_t twos;
};

inline Sum add_digits(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  return {x ^ y ^ z, (x & y) | (z & (x ^ y))};
}

std::array<LaneWord, 3> sum_of(const Rows& rows) {
  std::array<LaneWord, 3> sum;
  for (std::size_t i = 0; i < sum[0].words.size(); ++i) {
    const auto word = [&](std::size_t row) { return rows[row]->words[i]; };
    const Sum left = add_digits(word(0), word(1), word(2));
    const Sum right = add_digits(word(3), word(4), word(5));
    const Sum ones = add_digits(left.ones, right.ones, word(6));
    const Sum twos = add_digits(left.twos, right.twos, ones.twos);
    sum[0].words[i] = ones.ones;
    sum[1].words[i] = twos.ones;
    sum[2].words[i] = twos.twos;
  }
  return sum;
}

}  // namespace

LaneTable::LaneTable() : shift_(kFirstShift), buckets_(buckets_at(shift_)), rows_(1) {}

bool LaneTable::add(unsigned lane, ShingleSpan set) {
  // Before, not while it fills: half of a sorted set is all in one half of the table.
  while (2 * (rows_.size() + set.size()) > kSlots * buckets_.size()) {
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

// The place for the hash's row, which holds 0 where the hash is new; null: there is none.
std::uint32_t* LaneTable::find_or_put(std::uint64_t hash) {
  Bucket* bucket = &buckets_[home(hash)];
  for (const Bucket* const end = bucket + kReach; bucket != end; ++bucket) {
    for (std::size_t i = 0; i < kSlots; ++i) {
      if (bucket->rows[i] != 0 && bucket->hashes[i] != hash) continue;
      bucket->hashes[i] = hash;
      return &bucket->rows[i];
    }
  }
  return nullptr;
}

bool LaneTable::grow() {
  const std::vector<Bucket> old =
      std::exchange(buckets_, std::vector<Bucket>(buckets_at(--shift_)));
  for (const Bucket& bucket : old) {
    for (std::size_t i = 0; i < kSlots && bucket.rows[i] != 0; ++i) {
      std::uint32_t* const row = find_or_put(bucket.hashes[i]);
      if (row == nullptr) return false;
      *row = bucket.rows[i];
    }
  }
  return true;
}

// Most hashes are in their home bucket, whose slots are looked at by masks: branches would be
// mispredicted.
inline std::uint32_t LaneTable::row_of(std::uint64_t hash) const {
  for (const Bucket* bucket = &buckets_[home(hash)];; ++bucket) {
    std::uint32_t row = 0;
    for (std::size_t i = 0; i < kSlots; ++i) {
      row |= bucket->rows[i] & (0 - std::uint32_t{bucket->hashes[i] == hash});
    }
    const bool may_be_further = (row == 0) & (bucket->rows[kSlots - 1] != 0);
    if (!may_be_further) return row;
  }
}

LaneOverlaps LaneTable::overlaps(ShingleSpan set) const {
  LaneOverlaps counted;
  counted.used_ = static_cast<std::size_t>(std::bit_width(set.size()));
  const std::span<LaneWord> planes(counted.planes_);
  for (std::size_t i = 0; i < std::min(kAhead, set.size()); ++i) fetch(set[i]);
  for (std::size_t at = 0; at < set.size(); at += kAtOnce) {
    Rows rows;
    rows.fill(&rows_.front());
    const ShingleSpan some = set.subspan(at, std::min(kAtOnce, set.size() - at));
    for (std::size_t i = at + kAhead; i < std::min(at + kAhead + kAtOnce, set.size()); ++i) {
      fetch(set[i]);
    }
    for (std::size_t i = 0; i < some.size(); ++i) rows[i] = &rows_[row_of(some[i])];
    add_lanes(planes, sum_of(rows));
  }
  return counted;
}

}  // namespace whorl
