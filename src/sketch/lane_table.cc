#include "sketch/lane_table.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace whorl {
namespace {

// Slots from its home at which a hash is sought. Half of the slots are free, so among hashes that
// are spread out such a run does not come up.
constexpr std::size_t kReach = 256;

constexpr unsigned kFirstShift = 52;  // 4,096 slots

// One slot at the end is always free.
std::size_t slots_at(unsigned shift) { return (std::size_t{1} << (64 - shift)) + kReach + 1; }

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

LaneTable::LaneTable() : shift_(kFirstShift), slots_(slots_at(shift_)) {}

bool LaneTable::add(unsigned lane, ShingleSpan set) {
  const std::uint64_t bit = std::uint64_t{1} << lane;
  // Before, not while it fills: half of a sorted set is all in one half of the table.
  while (2 * (used_ + set.size()) > slots_.size()) {
    if (!grow()) return false;
  }
  return std::ranges::all_of(set, [&](std::uint64_t hash) { return put(hash, bit); });
}

bool LaneTable::put(std::uint64_t hash, std::uint64_t lanes) {
  std::size_t at = home(hash);
  const std::size_t end = at + kReach;
  while (slots_[at].lanes != 0 && slots_[at].hash != hash) {
    if (++at == end) return false;
  }
  used_ += slots_[at].lanes == 0;
  slots_[at] = {hash, slots_[at].lanes | lanes};
  return true;
}

bool LaneTable::grow() {
  const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_at(--shift_)));
  used_ = 0;
  return std::ranges::all_of(
      old, [&](const Slot& slot) { return slot.lanes == 0 || put(slot.hash, slot.lanes); });
}

// Most hashes are at home or next to it: both are looked at, by masks instead of branches, which
// would be mispredicted.
inline std::uint64_t LaneTable::lanes_of(std::uint64_t hash) const {
  const Slot* slot = &slots_[home(hash)];
  const std::uint64_t lanes = (slot[0].lanes & (0 - std::uint64_t{slot[0].hash == hash})) |
                              (slot[1].lanes & (0 - std::uint64_t{slot[1].hash == hash}));
  const bool there_is_room = (slot[0].lanes == 0) | (slot[1].lanes == 0);
  if ((lanes != 0) | there_is_room) return lanes;
  for (slot += 2; slot->lanes != 0; ++slot) {
    if (slot->hash == hash) return slot->lanes;
  }
  return 0;
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
