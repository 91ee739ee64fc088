// What two texts truly share: their full fingerprints compared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lab/koala_database.h"
#include "lab/koala_ranking.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::lab {

// Of a pair, in the order of a hit: what of the found text the searched one has.
struct FullRatio {
  std::uint32_t searched = 0;
  std::uint32_t found = 0;
  double ratio = 0;
  bool identical = false;  // in all consonants
};

class FullRatios {
 public:
  // Compares the full fingerprints, of k consonants without prologue, of every pair that `hits`
  // has; a text with itself is left out. On several threads.
  static Result<FullRatios> of(std::span<const KoalaText> texts, std::uint32_t k,
                               std::span<const std::vector<KoalaHit>> hits, Progress& progress);

  const std::vector<FullRatio>& all() const { return ratios_; }  // by pair, ascending
  // Of a pair of two texts that the hits had.
  const FullRatio& of(const KoalaHit& hit) const;

 private:
  std::vector<FullRatio> ratios_;
};

}  // namespace whorl::internal::lab
