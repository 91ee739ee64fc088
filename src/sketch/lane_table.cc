#include "sketch/lane_table.h"

#include <algorithm>
#include <bit>

#include "base/lane_counters.h"

namespace whorl {
namespace {

// Slots from its home at which a hash is sought. Half of the slots are free, so among hashes that
// are spread out such a run does not come up.
constexpr std::size_t kReach = 256;

constexpr std::size_t kAtOnce = 7;  // words, whose sum has three digits

struct Sum {
  std::uint64_t ones;
  std::uint64_t twos;
};

Sum add(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  return {x ^ y ^ z, (x & y) | (z & (x ^ y))};
}

LaneNumbers<3> add(const std::array<std::uint64_t, kAtOnce>& words) {
  const Sum left = add(words[0], words[1], words[2]);
  const Sum right = add(words[3], words[4], words[5]);
  const Sum ones = add(left.ones, right.ones, words[6]);
  const Sum twos = add(left.twos, right.twos, ones.twos);
  return {ones.ones, twos.ones, twos.twos};
}

}  // namespace

LaneTable::LaneTable(std::uint64_t hashes)
    : shift_(63 - static_cast<unsigned>(std::bit_width(hashes | 1))),
      slots_((std::size_t{2} << (63 - shift_)) + kReach) {}

bool LaneTable::add(unsigned lane, ShingleSpan set) {
  const std::uint64_t bit = std::uint64_t{1} << lane;
  for (std::uint64_t hash : set) {
    std::size_t at = home(hash);
    const std::size_t end = at + kReach;
    while (at < end && slots_[at].lanes != 0 && slots_[at].hash != hash) ++at;
    if (at == end) return false;
    slots_[at].hash = hash;
    slots_[at].lanes |= bit;
  }
  return true;
}

std::uint64_t LaneTable::lanes_of(std::uint64_t hash) const {
  std::size_t at = home(hash);
  while (slots_[at].lanes != 0 && slots_[at].hash != hash) ++at;
  return slots_[at].lanes;
}

std::array<std::uint32_t, LaneTable::kLanes> LaneTable::overlaps(ShingleSpan set) const {
  std::vector<std::uint64_t> planes(std::max<std::size_t>(3, std::bit_width(set.size())));
  while (!set.empty()) {
    std::array<std::uint64_t, kAtOnce> words{};
    const ShingleSpan some = set.first(std::min(kAtOnce, set.size()));
    for (std::size_t i = 0; i < some.size(); ++i) words[i] = lanes_of(some[i]);
    add_lanes(std::span(planes), whorl::add(words));
    set = set.subspan(some.size());
  }
  return read_lanes(planes);
}

}  // namespace whorl
