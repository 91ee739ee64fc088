#include "compare/partner_scan.h"

#include <algorithm>
#include <span>

namespace whorl {
namespace {

// The part of `reach` that lies past `to`, which moves on.
std::uint32_t count_past(Reach reach, std::uint32_t& to) {
  if (reach.end <= to) return 0;
  const std::uint32_t count = reach.end - std::max(reach.begin, to);
  to = reach.end;
  return count;
}

}  // namespace

PartnerScan::PartnerScan(const SharedIndex& index, const Reaches& reaches, const OwnerRules& rules)
    : index_(index),
      reaches_(reaches),
      rules_(rules),
      tallies_(index.owners()),
      scan_of_group_(index.groups()) {}

const std::vector<Partner>& PartnerScan::scan(std::uint32_t owner) {
  ++scans_;
  touched_.clear();
  for (const PickReach& reach : reaches_.of(owner)) add(owner, reach);
  std::ranges::sort(touched_);
  partners_.clear();
  for (std::uint32_t other : touched_) {
    const Tally& tally = tallies_[other];
    partners_.push_back({other, {tally.most, tally.tiles}, tally.estimate, tally.stretch});
    tallies_[other] = {};
  }
  return partners_;
}

void PartnerScan::add(std::uint32_t owner, const PickReach& reach) {
  scan_of_group_[reach.group] = scans_;
  const auto shares = index_.shares(reach.group);
  const auto after = std::ranges::upper_bound(
      shares, rules_.rank[owner], {}, [this](const Share& s) { return rules_.rank[s.owner]; });
  for (const Share& share : std::span(after, shares.end())) {
    Tally& tally = tallies_[share.owner];
    if (tally.most_to == 0) touched_.push_back(share.owner);
    count(reach, tally);
  }
}

// Picks inside one match are at most w apart, which is when the later one reaches back to the
// symbol after the earlier one.
void PartnerScan::count(const PickReach& reach, Tally& tally) const {
  const bool joined = tally.most_to != 0 && tally.last + 1 >= reach.most.begin;
  if (!joined) tally.stretch_begin = reach.surely.begin;
  tally.stretch = std::max(tally.stretch, reach.surely.end - tally.stretch_begin);
  tally.last = reach.position;
  tally.tiles += reach.most.begin >= tally.most_to;
  tally.most += count_past(reach.most, tally.most_to);
  tally.estimate += count_past(reach.surely, tally.estimate_to);
}

TileBound PartnerScan::most_of(std::uint32_t partner) const {
  TileBound bound{0, 0};
  std::uint32_t most_to = 0;
  for (const PickReach& reach : reaches_.of(partner)) {
    if (scan_of_group_[reach.group] != scans_) continue;
    bound.tiles += reach.most.begin >= most_to;
    bound.matched += count_past(reach.most, most_to);
  }
  return bound;
}

}  // namespace whorl
