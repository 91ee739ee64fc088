#include "compare/search/partner_scan.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/lane_counters.h"

namespace whorl::internal::compare::search {
namespace {

// Bits of the length of most reaches, and of any.
constexpr std::size_t kNarrow = 5;
constexpr std::size_t kWide = 32;

constexpr match::TileBound kUnbounded{std::numeric_limits<std::uint32_t>::max(), 1};

}  // namespace

PartnerScan::PartnerScan(const index::SharedIndex& index, const CoverageBounds& bounds,
                         const PassageSharers& sharers)
    : index_(index),
      bounds_(bounds),
      sharers_(sharers),
      wanted_(index.owners() / 64 + 1),
      blocks_(wanted_.size()) {}

const std::vector<Partner>& PartnerScan::scan(std::uint32_t owner) {
  prepare(owner);
  const auto bounds = bounds_.of(owner);
  const auto selected = index_.selected_in_order(owner);
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const BoundedKgram kgram{selected[i], bounds[i]};
    if (length(coverage_range_of(kgram.bound)) >> kNarrow == 0) {
      add<kNarrow>(kgram);
    } else {
      add<kWide>(kgram);
    }
  }
  for (std::uint32_t word = 0; word < blocks_.size(); ++word) {
    if (blocks_[word].events != 0) report(word);
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
  planes_.resize(std::max(planes_.size(), blocks_.size() * stride()));
  choose_partners();
}

void PartnerScan::choose_partners() {
  std::ranges::fill(wanted_, 0);
  sharers_.mark(rank_, wanted_);
  std::fill_n(wanted_.begin(), rank_ / 64, 0);
  wanted_[rank_ / 64] &= ~std::uint64_t{1} << (rank_ % 64);
}

template <std::size_t kWidth>
void PartnerScan::add(const BoundedKgram& kgram) {
  const auto words = index_.sharers(kgram.selected.group);
  auto word = std::ranges::lower_bound(words, rank_ / 64, {}, &index::RankWord::word);
  for (; word != words.end(); ++word) {
    const std::uint64_t lanes = word->bits & wanted_[word->word];
    if (lanes != 0) count<kWidth>(kgram, lanes, word->word);
  }
}

template <std::size_t kWidth>
void PartnerScan::count(const BoundedKgram& kgram, std::uint64_t lanes, std::uint32_t word) {
  Block& block = blocks_[word];
  const match::CoverageRange reach = coverage_range_of(kgram.bound);
  base::LaneNumbers<kWidth> newly{};  // covered
  std::uint64_t open = lanes;         // whose last selected k-gram before this one is not met yet
  bool all_remembered = true;
  for (std::uint32_t back = 1; open != 0 && back <= block.events; ++back) {
    all_remembered = back <= kRemembered;
    if (!all_remembered) break;
    const Event& event = block.recent[(block.events - back) % kRemembered];
    if (event.end <= reach.begin) break;
    const std::uint64_t here = open & event.lanes;
    open ^= here;
    base::set_lanes(newly, reach.end - std::min(event.end, reach.end), here);
  }
  base::set_lanes(newly, length(reach), open);
  const std::span planes = std::span(planes_).subspan(std::size_t{word} * stride(), stride());
  base::add_lanes(planes.first(cover_planes_), newly);
  if (all_remembered) base::add_lanes(planes.subspan(cover_planes_), base::LaneNumbers<1>{open});
  block.recent[block.events++ % kRemembered] = {lanes, reach.end};
}

void PartnerScan::report(std::uint32_t word) {
  const std::span planes = std::span(planes_).subspan(std::size_t{word} * stride(), stride());
  const auto covered = base::read_lanes(planes.first(cover_planes_));
  const auto tiles = base::read_lanes(planes.subspan(cover_planes_));
  for (std::uint64_t lanes = wanted_[word]; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    if (covered[lane] == 0) continue;
    const std::uint32_t margins = std::min(tiles[lane] * margin_, covered[lane]);
    const match::TileBound most =
        bounded_ ? match::TileBound{covered[lane], tiles[lane]} : kUnbounded;
    partners_.push_back({index_.owner_of(64 * word + lane), most, covered[lane] - margins});
  }
  std::ranges::fill(planes, 0);
  blocks_[word] = {};
}

}  // namespace whorl::internal::compare::search
