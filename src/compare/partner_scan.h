// PartnerScan: whom a submission shares fingerprints with, and how much that can be, without
// looking at either text.
#pragma once

#include <cstdint>
#include <vector>

#include "compare/reaches.h"
#include "index/shared_index.h"
#include "match/tiling.h"

namespace whorl {

// Another submission that shares a fingerprint.
struct Partner {
  std::uint32_t submission = 0;
  TileBound most;              // proven, from this side
  std::uint32_t estimate = 0;  // symbols of this side in k-grams that both selected
  std::uint32_t stretch = 0;   // symbols from first to last of those that one match may join
};

// One scan goes over the shared picks of a submission by position and over the submissions of
// each, and keeps for each the symbols that matches through the shared picks can reach:
//
//   A match of the two sides selects the same k-grams in every window that lies inside it. So it
//   ends less than w symbols past the first and the last pick they share in it, and picks
//   inside it are at most w apart. What matches cover is part of the union of
//   [p - (w - 1), p + k - 1 + (w - 1)] over the shared picks p (of the whole stretch, where
//   picks that repeat each other were thinned).
//
// One object a thread keeps its memory; O(submissions) once, then O(postings of the picks).
class PartnerScan {
 public:
  // Keeps references to all.
  PartnerScan(const SharedIndex& index, const Reaches& reaches, const OwnerRules& rules);

  // The partners of a higher rank than `owner`, ascending.
  const std::vector<Partner>& scan(std::uint32_t owner);

  // Partner::most as seen from the other side, of a partner of the last scan. O(its picks).
  TileBound most_of(std::uint32_t partner) const;

 private:
  struct Tally {
    std::uint32_t most = 0;
    std::uint32_t tiles = 0;  // at least, when all of `most` is covered
    std::uint32_t estimate = 0;
    std::uint32_t most_to = 0;  // what is counted ends here
    std::uint32_t estimate_to = 0;
    std::uint32_t last = 0;           // pick
    std::uint32_t stretch_begin = 0;  // what one match may join begins here
    std::uint32_t stretch = 0;
  };

  void count(const PickReach& reach, Tally& tally) const;
  void add(std::uint32_t owner, const PickReach& reach);

  const SharedIndex& index_;
  const Reaches& reaches_;
  const OwnerRules& rules_;
  std::vector<Tally> tallies_;  // by submission
  std::vector<std::uint32_t> touched_;
  std::vector<Partner> partners_;
  std::vector<std::uint32_t> scan_of_group_;  // the last scan whose owner has the group
  std::uint32_t scans_ = 0;
};

}  // namespace whorl
