#include "jobs/compare/search/partner_scan.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/lane_counters.h"

namespace whorl::internal::compare::search {
namespace {

constexpr match::TileBound kUnbounded{std::numeric_limits<std::uint32_t>::max(), 1};

}  // namespace

PartnerScan::PartnerScan(const index::SharedIndex& index, const CoverageBounds& bounds,
                         const PassageSharers& sharers)
    : index_(index),
      bounds_(bounds),
      sharers_(sharers),
      wanted_(index.owners() / 64 + 1),
      blocks_((wanted_.size() - 1) / Lanes::kWords + 1) {}

const std::vector<Partner>& PartnerScan::scan(std::uint32_t owner) {
  prepare(owner);
  const auto bounds = bounds_.of(owner);
  const auto selected = index_.selected_in_order(owner);
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    add({selected[i], bounds[i]});
  }
  for (std::uint32_t number = 0; number < blocks_.size(); ++number) {
    if (blocks_[number].ranges != 0) report(number);
  }
  return partners_;
}

void PartnerScan::prepare(std::uint32_t owner) {
  std::uint64_t most = 0;
  bounded_ = bounds_.bounded(owner);
  margin_ = 0;
  for (const CoverageBound& bound : bounds_.of(owner)) {
    const std::uint32_t reach = length(coverage_range_of(bound));
    most += reach;
    margin_ = std::max(margin_, reach - length(bound.surely));
  }
  rank_ = index_.rank_of(owner);
  cover_planes_ = static_cast<std::uint32_t>(std::bit_width(most));
  tile_planes_ = static_cast<std::uint32_t>(std::bit_width(bounds_.of(owner).size()));
  partners_.clear();
  planes_.resize(std::max(planes_.size(), blocks_.size() * (cover_planes_ + tile_planes_)));
  std::ranges::fill(wanted_, 0);
  sharers_.mark_above(rank_, wanted_);
}

void PartnerScan::add(const BoundedKgram& kgram) {
  const match::CoverageRange reach = coverage_range_of(kgram.bound);
  const auto words = index_.sharers(kgram.selected.group);
  auto word = std::ranges::lower_bound(words, rank_ / 64, {}, &index::RankWord::word);
  while (word != words.end()) {
    const std::uint32_t number = word->word / Lanes::kWords;
    Lanes lanes;
    for (; word != words.end() && word->word / Lanes::kWords == number; ++word) {
      lanes.words[word->word % Lanes::kWords] = word->bits & wanted_[word->word];
    }
    if (lanes == Lanes{}) continue;
    kernels::cover_lanes({reach.begin, reach.end, lanes}, blocks_[number], planes_of(number));
  }
}

void PartnerScan::report(std::uint32_t number) {
  const std::size_t first = std::size_t{number} * Lanes::kWords;
  const std::size_t words = std::min(Lanes::kWords, wanted_.size() - first);
  for (std::size_t word = first; word < first + words; ++word) report_word(word);
  std::ranges::fill(all_planes_of(number), Lanes{});
  blocks_[number] = {};
}

void PartnerScan::report_word(std::size_t word) {
  const kernels::CoverPlanes planes = planes_of(word / Lanes::kWords);
  const std::size_t i = word % Lanes::kWords;
  const auto covered = base::read_lanes(std::span<const Lanes>(planes.symbols), i);
  const auto tiles = base::read_lanes(std::span<const Lanes>(planes.stretches), i);
  for (std::uint64_t lanes = wanted_[word]; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    if (covered[lane] == 0) continue;
    const std::uint32_t margins = std::min(tiles[lane] * margin_, covered[lane]);
    const match::TileBound most =
        bounded_ ? match::TileBound{covered[lane], tiles[lane]} : kUnbounded;
    const auto rank = static_cast<std::uint32_t>(64 * word + lane);
    partners_.push_back({index_.owner_of(rank), most, covered[lane] - margins});
  }
}

}  // namespace whorl::internal::compare::search
