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

constexpr std::size_t kAtOnce = 7;  // words, whose sum has three digits

struct Sum {
  std::uint64_t ones;
  std::uint64_t twos;
};

Sum add_digits(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  return {x ^ y ^ z, (x & y) | (z & (x ^ y))};
}

LaneNumbers<3> sum_of(const std::array<std::uint64_t, kAtOnce>& words) {
  const Sum left = add_digits(words[0], words[1], words[2]);
  const Sum right = add_digits(words[3], words[4], words[5]);
  const Sum ones = add_digits(left.ones, right.ones, words[6]);
  const Sum twos = add_digits(left.twos, right.twos, ones.twos);
  return {ones.ones, twos.ones, twos.twos};
}

}  // namespace

LaneTable::LaneTable() : shift_(kFirstShift), buckets_(buckets_at(shift_)) {}

bool LaneTable::add(unsigned lane, ShingleSpan set) {
  const std::uint64_t bit = std::uint64_t{1} << lane;
  // Before, not while it fills: half of a sorted set is all in one half of the table.
  while (2 * (used_ + set.size()) > kSlots * buckets_.size()) {
    if (!grow()) return false;
  }
  return std::ranges::all_of(set, [&](std::uint64_t hash) { return put(hash, bit); });
}

bool LaneTable::put(std::uint64_t hash, std::uint64_t lanes) {
  Bucket* bucket = &buckets_[home(hash)];
  for (const Bucket* const end = bucket + kReach; bucket != end; ++bucket) {
    for (std::size_t i = 0; i < kSlots; ++i) {
      const bool is_free = bucket->lanes[i] == 0;
      if (!is_free && bucket->hashes[i] != hash) continue;
      used_ += is_free;
      bucket->hashes[i] = hash;
      bucket->lanes[i] |= lanes;
      return true;
    }
  }
  return false;
}

bool LaneTable::grow() {
  const std::vector<Bucket> old =
      std::exchange(buckets_, std::vector<Bucket>(buckets_at(--shift_)));
  used_ = 0;
  for (const Bucket& bucket : old) {
    for (std::size_t i = 0; i < kSlots; ++i) {
      if (bucket.lanes[i] != 0 && !put(bucket.hashes[i], bucket.lanes[i])) return false;
    }
  }
  return true;
}

// Most hashes are in their home bucket, whose slots are looked at by masks: branches would be
// mispredicted.
inline std::uint64_t LaneTable::lanes_of(std::uint64_t hash) const {
  for (const Bucket* bucket = &buckets_[home(hash)];; ++bucket) {
    std::uint64_t lanes = 0;
    for (std::size_t i = 0; i < kSlots; ++i) {
      lanes |= bucket->lanes[i] & (0 - std::uint64_t{bucket->hashes[i] == hash});
    }
    const bool may_be_further = (lanes == 0) & (bucket->lanes[kSlots - 1] != 0);
    if (!may_be_further) return lanes;
  }
}

LaneOverlaps LaneTable::overlaps(ShingleSpan set) const {
  LaneOverlaps counted;
  counted.used_ = static_cast<std::size_t>(std::bit_width(set.size()));
  for (; set.size() >= kAtOnce; set = set.subspan(kAtOnce)) {
    std::array<std::uint64_t, kAtOnce> words;
    for (std::size_t i = 0; i < kAtOnce; ++i) words[i] = lanes_of(set[i]);
    add_lanes(std::span(counted.planes_), sum_of(words));
  }
  std::array<std::uint64_t, kAtOnce> rest{};
  for (std::size_t i = 0; i < set.size(); ++i) rest[i] = lanes_of(set[i]);
  add_lanes(std::span(counted.planes_), sum_of(rest));
  return counted;
}

}  // namespace whorl
