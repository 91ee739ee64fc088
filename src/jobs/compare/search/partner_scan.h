// PartnerScan: the submissions that share passages with one, and upper bounds for the amount,
// without reading any text.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fingerprints/kernels/lane_cover.h"
#include "jobs/compare/search/coverage_bounds.h"
#include "jobs/compare/search/passage_sharers.h"
#include "passages/index/shared_index.h"
#include "passages/match/tile_bound.h"

namespace whorl::internal::compare::search {

// Another submission that shares a passage.
struct Partner {
  std::uint32_t submission = 0;
  match::TileBound most;       // proven for this side
  std::uint32_t estimate = 0;  // symbols of this side that both have
};

// One scan goes over the shared k-grams of a submission by position, and over the submissions of
// each, 256 at a time. For each submission it counts the symbols that matches through the shared
// selected k-grams can cover:
//
//   A match of the two sides selects the same k-grams in every window inside it. So it ends less
//   than w symbols after the first and the last selected k-gram they share in it, and selected
//   k-grams inside it are at most w apart. Matches cover a part of the union of [p - (w - 1), p + k
//   - 1 + (w - 1)] over the shared k-grams p (or of the whole part, if k-grams that repeat each
//   other were thinned).
//
// Keeps its memory; one object a thread. O(submissions) once, then O(words of the sets of
// submissions of the selected k-grams).
class PartnerScan {
 public:
  // Keeps references to all.
  PartnerScan(const index::SharedIndex& index, const CoverageBounds& bounds,
              const PassageSharers& sharers);

  // The partners of a higher rank than `owner`, by rank.
  const std::vector<Partner>& scan(std::uint32_t owner);

  // True if the submission that was scanned last shares a passage with `other`, which has a higher
  // rank.
  bool shares_passage(std::uint32_t other) const {
    const std::uint32_t rank = index_.rank_of(other);
    return (wanted_[rank / 64] >> (rank % 64) & 1) != 0;
  }

 private:
  struct BoundedKgram {
    index::SelectedKgram selected;
    CoverageBound bound;
  };
  using Lanes = kernels::LaneWord;

  void prepare(std::uint32_t owner);
  match::CoverageRange coverage_range_of(const CoverageBound& bound) const {
    return bounded_ ? bound.most : bound.surely;
  }
  void add(const BoundedKgram& kgram);
  void report(std::uint32_t number);
  void report_word(std::size_t word);
  // Of a block: those of covered symbols, then those of tiles.
  std::span<Lanes> all_planes_of(std::size_t number) {
    const std::size_t planes = cover_planes_ + tile_planes_;
    return std::span(planes_).subspan(number * planes, planes);
  }
  kernels::CoverPlanes planes_of(std::size_t number) {
    const std::span planes = all_planes_of(number);
    return {planes.first(cover_planes_), planes.subspan(cover_planes_)};
  }

  const index::SharedIndex& index_;
  const CoverageBounds& bounds_;
  const PassageSharers& sharers_;
  std::uint32_t rank_ = 0;    // of the owner
  bool bounded_ = true;       // by the guarantee of windows
  std::uint32_t margin_ = 0;  // symbols that a match may cover beyond a single selected k-gram
  std::uint32_t cover_planes_ = 0;
  std::uint32_t tile_planes_ = 0;
  std::vector<std::uint64_t> wanted_;       // partners, a bit a rank
  std::vector<kernels::LaneCover> blocks_;  // of as many submissions of consecutive rank
  std::vector<Lanes> planes_;               // of each block
  std::vector<Partner> partners_;
};

}  // namespace whorl::internal::compare::search
